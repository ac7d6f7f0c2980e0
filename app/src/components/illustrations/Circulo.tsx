/** Three women close together under one shawl: community. */
export function Circulo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 130 110" aria-hidden="true" className={className}>
      <g>
        <path fill="var(--jacaranda-viva)" d="M8 106c0-26 12-42 30-42s30 16 30 42Z" />
        <circle cx="38" cy="44" r="17" fill="#c98a63" />
        <path fill="#2b1a3d" d="M20 46c-2-16 8-26 19-26s18 8 18 17c-10 2-18-1-22-7-3 8-9 9-15 16Z" />
      </g>
      <g>
        <path fill="var(--salvia)" d="M64 106c0-26 12-42 30-42s30 16 30 42Z" />
        <circle cx="94" cy="44" r="17" fill="#8f5b3f" />
        <path
          fill="#1e1230"
          d="M76 47a18.5 18.5 0 1 1 37 0c2 7 1 12-1 16-2-7-1-14-5-19-9 1-18-1-23-6-2 4-6 6-8 9Z"
        />
      </g>
      <g>
        <path fill="var(--bugambilia)" d="M32 110c0-30 14-46 34-46s34 16 34 46Z" />
        <circle cx="66" cy="46" r="19" fill="#e3b08c" />
        <path fill="#4a2418" d="M46 48c-3-18 7-28 20-28s22 10 20 28c-5-3-9-8-11-13-8 7-20 6-29 13Z" />
        <circle cx="66" cy="18" r="7" fill="#4a2418" />
        <path
          fill="none"
          stroke="#fff"
          strokeOpacity="0.7"
          strokeWidth="3"
          strokeLinecap="round"
          d="M50 84c8 8 24 8 32 0"
        />
      </g>
    </svg>
  )
}
