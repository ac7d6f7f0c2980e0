import { Flor } from '../../../components/illustrations/Flor.tsx'

/** A clock on a sill, with a flower beside it: somebody else watches the time. */
export function Reloj() {
  return (
    <svg viewBox="0 0 150 80" aria-hidden="true">
      <path fill="var(--dibujo-colina)" d="M2 78c14-18 44-24 74-22s64 0 72 22Z" />
      <circle cx="75" cy="40" r="30" fill="var(--dibujo-papel)" />
      <circle cx="75" cy="40" r="30" fill="none" stroke="var(--dibujo-copa)" strokeWidth="5" />
      <path
        fill="none"
        stroke="var(--bugambilia)"
        strokeWidth="4.500"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M75 22v18l12 8"
      />
      <circle cx="75" cy="40" r="3.500" fill="var(--dibujo-luz)" />
      <Flor x={22} y={54} size={13} turn={15} fill="var(--dibujo-copa-clara)" />
      <Flor x={126} y={46} size={10} turn={40} fill="var(--bugambilia)" />
    </svg>
  )
}
