/** A young twig: nothing has grown here yet. */
export function Hojas({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 90" aria-hidden="true" className={className}>
      <path fill="var(--dibujo-colina)" d="M10 84c14-9 32-12 50-12s36 3 50 12Z" />
      <path
        fill="none"
        stroke="var(--dibujo-trazo)"
        strokeWidth="4"
        strokeLinecap="round"
        d="M60 78c0-22 1-38 0-56"
      />
      <g fill="var(--dibujo-trazo)">
        <path d="M60 46C46 47 37 41 33 29c14-2 24 4 27 17Z" />
        <path d="M60 60c13 0 22-6 26-18-14-1-24 5-26 18Z" opacity="0.75" />
      </g>
      <path
        fill="var(--dibujo-copa-clara)"
        d="M60 24c-8-4-9-13-4-18 2 2 3 3 4 5 1-2 2-3 4-5 5 5 4 14-4 18Z"
      />
      <circle cx="60" cy="15" r="2.6" fill="var(--dibujo-luz)" />
    </svg>
  )
}
