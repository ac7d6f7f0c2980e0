import { Flor } from '../../../components/illustrations/Flor.tsx'

/** A road under the moon that ends at a lit house: somebody goes with her. */
export function Sendero() {
  return (
    <svg viewBox="0 0 150 80" aria-hidden="true">
      <path fill="var(--dibujo-colina)" d="M2 78c16-28 46-34 74-28 20 4 36-2 50 0 12 2 20 12 24 28Z" />
      <path fill="var(--dibujo-luz)" d="M35 6a17 17 0 1 0 15 25A14.500 14.500 0 0 1 35 6Z" />
      <path
        fill="none"
        stroke="var(--dibujo-copa)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeDasharray="1 11"
        d="M8 74c30-2 30-18 56-20s28 8 48-4"
      />
      <path fill="var(--dibujo-papel)" d="M106 52V36l15-13 15 13v16Z" />
      <path
        fill="none"
        stroke="var(--bugambilia)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m101 39 20-17 20 17"
      />
      <path fill="var(--dibujo-luz)" d="M116 52v-8a5 5 0 0 1 10 0v8Z" />
      <Flor x={72} y={24} size={13} turn={20} fill="var(--dibujo-copa-clara)" />
      <Flor x={90} y={12} size={9} turn={50} fill="var(--bugambilia)" />
    </svg>
  )
}
