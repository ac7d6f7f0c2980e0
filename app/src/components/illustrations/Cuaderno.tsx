/** A notebook with a ribbon and a pencil: the diary. */
export function Cuaderno({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 136 110" aria-hidden="true" className={className}>
      <g transform="rotate(-6 60 58)">
        <rect x="24" y="14" width="74" height="88" rx="9" fill="var(--dibujo-trazo)" />
        <path fill="var(--dibujo-papel)" d="M34 19h56a5 5 0 0 1 5 5v68a5 5 0 0 1-5 5H34Z" />
        <path
          stroke="var(--dibujo-trazo)"
          strokeOpacity="0.55"
          strokeWidth="4.5"
          strokeLinecap="round"
          d="M46 38h36M46 52h36M46 66h24"
        />
        <path fill="var(--bugambilia)" d="M76 14h10v26l-5-4.5-5 4.500Z" />
      </g>
      <g transform="rotate(32 104 62)">
        <path fill="var(--dibujo-luz)" d="M97 22h13v58H97Z" />
        <path fill="#e8a02c" d="M101.5 22h4v58h-4Z" />
        <path fill="#f6dcb4" d="m97 80 6.5 17L110 80Z" />
        <path fill="#221833" d="m101 91 2.5 6 2.5-6Z" />
        <path fill="var(--bugambilia)" d="M97 22v-5a4 4 0 0 1 4-4h5a4 4 0 0 1 4 4v5Z" />
      </g>
    </svg>
  )
}
