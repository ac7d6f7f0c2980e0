/** A ring with one day in it: the cycle. */
export function Ciclo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <circle
        cx="24"
        cy="24"
        r="17"
        fill="none"
        stroke="var(--bugambilia)"
        strokeOpacity="0.3"
        strokeWidth="7"
      />
      <path
        d="M24 7a17 17 0 0 1 14.7 25.5"
        fill="none"
        stroke="var(--bugambilia)"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <circle cx="38.7" cy="32.5" r="6" fill="var(--dibujo-luz)" />
    </svg>
  )
}

/** A sun half behind a hill: the mood of a day. */
export function Sol({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <g stroke="var(--dibujo-luz)" strokeWidth="3.5" strokeLinecap="round">
        <path d="M24 4v5M9 11l3.5 3.500M39 11l-3.5 3.500M3 26h5M40 26h5" />
      </g>
      <circle cx="24" cy="26" r="11" fill="var(--dibujo-luz)" />
      <path d="M2 44c6-11 15-15 22-15s16 4 22 15Z" fill="var(--dibujo-copa-clara)" />
    </svg>
  )
}

/** A leaf of a calendar with a heart on it: an appointment. */
export function Hoja({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <rect x="6" y="9" width="36" height="34" rx="7" fill="var(--jacaranda-viva)" />
      <rect x="10" y="18" width="28" height="21" rx="4" fill="var(--dibujo-papel)" />
      <path d="M15 5v8M33 5v8" stroke="var(--dibujo-tronco)" strokeWidth="4" strokeLinecap="round" />
      <path
        fill="var(--bugambilia)"
        d="M24 36c-6-4-8.5-6.5-8.5-9.500a4.3 4.3 0 0 1 8.5-1.2 4.3 4.3 0 0 1 8.5 1.200c0 3-2.5 5.5-8.5 9.500Z"
      />
    </svg>
  )
}

/** A capsule and a leaf: a medication. */
export function Capsula({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <g transform="rotate(-38 24 24)">
        <path d="M14 14h10v20H14a10 10 0 0 1 0-20Z" fill="var(--dibujo-trazo)" />
        <path
          d="M24 14h10a10 10 0 0 1 0 20H24Z"
          fill="var(--dibujo-papel)"
          stroke="var(--dibujo-trazo)"
          strokeWidth="2"
        />
        <path
          d="M11 19c2-1.5 5-1.5 8-1.5"
          stroke="#fff"
          strokeOpacity="0.6"
          strokeWidth="2.5"
          strokeLinecap="round"
          fill="none"
        />
      </g>
      <path d="M34 8c7-3 10 0 11 4-5 3-10 2-11-4Z" fill="var(--dibujo-copa-clara)" />
    </svg>
  )
}
