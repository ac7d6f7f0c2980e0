import { Flor } from './Flor.tsx'

/** An hourglass that has run out, with a flower in its sand: a link that is no longer valid. */
export function Reloj({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 220 170" aria-hidden="true" className={className}>
      <ellipse cx="110" cy="150" rx="80" ry="11" fill="var(--jacaranda-suave)" />
      <path
        fill="var(--dibujo-papel)"
        stroke="var(--dibujo-copa-clara)"
        strokeWidth="4"
        d="M82 28h56c0 30-22 36-22 55s22 25 22 55H82c0-30 22-36 22-55S82 58 82 28Z"
      />
      <path fill="var(--dibujo-luz)" d="M86 136c2-18 12-26 24-26s22 8 24 26Z" />
      <rect x="70" y="18" width="80" height="13" rx="6" fill="var(--jacaranda)" />
      <rect x="70" y="134" width="80" height="13" rx="6" fill="var(--jacaranda)" />
      <Flor x={110} y={116} size={22} fill="var(--bugambilia)" />
      <Flor x={44} y={96} size={16} turn={15} fill="var(--dibujo-copa)" />
      <Flor x={178} y={64} size={13} turn={40} fill="var(--dibujo-copa-clara)" />
    </svg>
  )
}
