/** A market stall: awning and counter. As SVG, which browsers take at any address by its media type. */
export const favicon = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<path d="M4 4h24l3 9H1z" fill="#1a56db"/>
<path d="M1 13h6a3 3 0 0 1-6 0zm12 0h6a3 3 0 0 1-6 0zm12 0h6a3 3 0 0 1-6 0z" fill="#1a56db"/>
<path d="M7 13h6a3 3 0 0 1-6 0zm12 0h6a3 3 0 0 1-6 0z" fill="#f59e0b"/>
<path d="M4 19h24v9H4z" fill="#64748b"/>
<path d="M4 19h24v3H4z" fill="#f59e0b"/>
</svg>
`);
