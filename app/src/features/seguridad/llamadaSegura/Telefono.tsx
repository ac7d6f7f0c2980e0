import { Flor } from '../../../components/illustrations/Flor.tsx'

/** A telephone that rings, with petals for its sound. */
export function Telefono() {
  return (
    <svg viewBox="0 0 150 80" aria-hidden="true">
      <ellipse cx="52" cy="72" rx="46" ry="6" fill="var(--dibujo-colina)" />
      <rect
        x="28"
        y="4"
        width="44"
        height="70"
        rx="10"
        fill="var(--jacaranda)"
        transform="rotate(-8 50 40)"
      />
      <rect
        x="33"
        y="11"
        width="34"
        height="50"
        rx="5"
        fill="var(--dibujo-papel)"
        transform="rotate(-8 50 40)"
      />
      <g transform="rotate(-8 50 40)">
        <circle cx="50" cy="26" r="7" fill="var(--dibujo-copa-clara)" />
        <path fill="var(--dibujo-copa-clara)" d="M38 42c0-6 5-9 12-9s12 3 12 9Z" />
        <circle cx="42" cy="52" r="5" fill="var(--alerta)" />
        <circle cx="58" cy="52" r="5" fill="var(--salvia)" />
      </g>
      <g fill="none" stroke="var(--dibujo-luz)" strokeWidth="4.500" strokeLinecap="round">
        <path d="M86 22a20 20 0 0 1 3 27" />
        <path d="M97 13a34 34 0 0 1 5 44" />
      </g>
      <Flor x={122} y={22} size={17} turn={12} fill="var(--bugambilia)" />
      <Flor x={134} y={50} size={11} turn={40} fill="var(--dibujo-copa)" />
    </svg>
  )
}
