/** Plain drawings of things, which stand for photographs: 800 x 800, without text, which needs fonts. */
const things: readonly ((tone: Tone) => string)[] = [
  ({ light, mid, dark }) => `
    <polygon points="400,200 600,300 400,400 200,300" fill="${light}"/>
    <polygon points="200,300 400,400 400,620 200,520" fill="${mid}"/>
    <polygon points="600,300 400,400 400,620 600,520" fill="${dark}"/>`,
  ({ light, mid, dark }) => `
    <rect x="270" y="160" width="260" height="480" rx="36" fill="${dark}"/>
    <rect x="290" y="200" width="220" height="390" rx="8" fill="${light}"/>
    <circle cx="400" cy="615" r="12" fill="${mid}"/>`,
  ({ light, mid, dark }) => `
    <path d="M310 300 V240 a90 90 0 0 1 180 0 V300" fill="none" stroke="${dark}" stroke-width="24"/>
    <rect x="220" y="290" width="360" height="340" rx="40" fill="${mid}"/>
    <rect x="270" y="440" width="260" height="140" rx="20" fill="${light}"/>`,
  ({ light, mid, dark }) => `
    <rect x="350" y="150" width="100" height="90" rx="12" fill="${dark}"/>
    <path d="M350 240 h100 q90 60 90 160 v200 q0 50 -50 50 h-180 q-50 0 -50 -50 v-200 q0 -100 90 -160 z" fill="${mid}"/>
    <rect x="280" y="430" width="240" height="130" fill="${light}"/>`,
];

interface Tone {
  light: string;
  mid: string;
  dark: string;
}

const toneOf = (hue: number): Tone => ({
  light: `hsl(${hue}, 60%, 84%)`,
  mid: `hsl(${hue}, 52%, 58%)`,
  dark: `hsl(${hue}, 48%, 36%)`,
});

const hues = [12, 145, 215];

/** Each thing in three colors, as SVG. */
export const drawings: readonly string[] = hues.flatMap((hue) =>
  things.map(
    (thing) => `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">
    <rect width="800" height="800" fill="#f4f4f2"/>
    <ellipse cx="400" cy="660" rx="230" ry="26" fill="#dcdcd8"/>${thing(toneOf(hue))}</svg>`,
  ),
);
