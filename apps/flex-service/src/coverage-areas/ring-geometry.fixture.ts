/** A closed ring of [longitude, latitude] in degrees, its last corner equal to its first. */
export type Ring = [number, number][];

type Corner = [number, number];
type Segment = [Corner, Corner];

// Whole units of 0.00001 degrees make every sign below exact: a shared border is no overlap.
const exact = ([x, y]: Corner): Corner => [Math.round(x * 1e5), Math.round(y * 1e5)];

function side([ax, ay]: Corner, [bx, by]: Corner, [cx, cy]: Corner): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

function segments(ring: Ring): Segment[] {
  const corners = ring.map(exact);
  return corners.slice(1).map((corner, i) => [corners[i] ?? corner, corner]);
}

const same = (a: Corner, b: Corner) => a[0] === b[0] && a[1] === b[1];

/** Whether two segments cross in a point inside both. */
function cross([a, b]: Segment, [c, d]: Segment): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Whether the ring touches or crosses itself anywhere but at the joint of two adjacent sides. */
export function crossesItself(ring: Ring): boolean {
  const corners = ring.slice(1).map(exact);
  const repeated = new Set(corners.map(String)).size < corners.length;
  const sides = segments(ring);
  const touches = corners.some((at) =>
    sides.some(([a, b]) => !same(at, a) && !same(at, b) && onSegment([a, b], at)),
  );
  return repeated || touches || sides.some((a, i) => sides.slice(i + 1).some((b) => cross(a, b)));
}

/** Whether the ring runs counter-clockwise, as RFC 7946 asks of an outer ring. */
export function isCounterClockwise(ring: Ring): boolean {
  return segments(ring).reduce((area, [[ax, ay], [bx, by]]) => area + (ax * by - bx * ay), 0) > 0;
}

/** Whether the point lies strictly inside the ring; a point on the border does not. */
export function contains(ring: Ring, point: Corner): boolean {
  return strictlyInside(segments(ring), exact(point));
}

function strictlyInside(sides: Segment[], point: Corner): boolean {
  if (sides.some((at) => onSegment(at, point))) return false;
  const hits = sides.filter(
    ([a, b]) => a[1] > point[1] !== b[1] > point[1] && side(a, b, point) > 0 === b[1] > a[1],
  );
  return hits.length % 2 === 1;
}

function onSegment([a, b]: Segment, point: Corner): boolean {
  const between = (axis: 0 | 1) =>
    Math.min(a[axis], b[axis]) <= point[axis] && point[axis] <= Math.max(a[axis], b[axis]);
  return side(a, b, point) === 0 && between(0) && between(1);
}

/** Whether two rings share ground; sharing a border or a corner is no overlap. */
export function overlap(a: Ring, b: Ring): boolean {
  const [ofA, ofB] = [segments(a), segments(b)];
  if (ofA.some((one) => ofB.some((other) => cross(one, other)))) return true;
  // The mean of a convex or nearly convex ring lies inside it and catches equal and nested rings.
  const within = (ring: Ring, sides: Segment[]) =>
    [mean(ring), ...ring.map(exact)].some((at) => strictlyInside(sides, at));
  return within(a, ofB) || within(b, ofA);
}

function mean(ring: Ring): Corner {
  const corners = ring.slice(1).map(exact);
  const sum = (axis: 0 | 1) => corners.reduce((total, corner) => total + corner[axis], 0) / corners.length;
  return [sum(0), sum(1)];
}
