/** Two armchairs that face each other under one lamp, and a cup between them: somebody listens. */
export function Sillones({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 160 110" aria-hidden="true" className={className}>
      <ellipse cx="80" cy="100" rx="74" ry="8" fill="var(--dibujo-colina)" />
      <path fill="none" stroke="var(--dibujo-tronco)" strokeWidth="3" d="M80 4v14" />
      <path fill="var(--dibujo-luz)" d="M66 30c0-8 6-13 14-13s14 5 14 13Z" />
      <path fill="var(--dibujo-luz)" opacity="0.22" d="M66 30h28l22 62H44Z" />
      <g fill="var(--jacaranda-viva)">
        <path d="M16 50c0-9 6-14 13-14s12 5 13 12l3 24h-8l-4 10H18Z" />
        <rect x="18" y="68" width="42" height="22" rx="8" />
        <path d="M22 88h6l-2 12h-5Zm28 0h6l2 12h-5Z" fill="var(--dibujo-tronco)" />
      </g>
      <g fill="var(--bugambilia)">
        <path d="M144 50c0-9-6-14-13-14s-12 5-13 12l-3 24h8l4 10h15Z" />
        <rect x="100" y="68" width="42" height="22" rx="8" />
        <path d="M104 88h6l-2 12h-5Zm28 0h6l2 12h-5Z" fill="var(--dibujo-tronco)" />
      </g>
      <g>
        <path fill="var(--dibujo-tronco)" d="M70 80h20v4h-7l2 16h-10l2-16h-7Z" />
        <path fill="var(--dibujo-papel)" d="M75 70h10v6a4 4 0 0 1-4 4h-2a4 4 0 0 1-4-4Z" />
        <path
          fill="none"
          stroke="var(--dibujo-trazo)"
          strokeWidth="2"
          strokeLinecap="round"
          d="M78 66c-2-2 2-3 0-6m5 6c-2-2 2-3 0-6"
        />
      </g>
    </svg>
  )
}
