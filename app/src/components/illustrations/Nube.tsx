/** A cloud over a far hill: no connection, no answer. */
export function Nube({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 80" aria-hidden="true" className={className}>
      <path fill="var(--dibujo-colina)" d="M6 74c16-16 38-18 56-12s42-4 52 12Z" />
      <path fill="var(--dibujo-copa-clara)" d="M38 50a15 15 0 0 1 1-30 21 21 0 0 1 40-2 16 16 0 0 1 5 32Z" />
      <path fill="var(--dibujo-flor)" d="M50 50a12 12 0 0 1 4-23 15 15 0 0 1 28 2 11 11 0 0 1 2 21Z" />
      <path
        stroke="var(--dibujo-luz)"
        strokeWidth="4"
        strokeLinecap="round"
        d="m48 60-4 7M62 59l-4 7M76 60l-4 7"
      />
    </svg>
  )
}
