import { Flor } from './Flor.tsx'

const flowers: [x: number, y: number, size: number, turn: number, fill: string][] = [
  [60, 52, 44, 10, 'var(--dibujo-copa)'],
  [112, 74, 34, 40, 'var(--dibujo-copa-clara)'],
  [160, 58, 40, 0, 'var(--dibujo-copa)'],
  [204, 84, 30, 25, 'var(--bugambilia)'],
  [238, 60, 26, 50, 'var(--dibujo-copa-clara)'],
  [92, 112, 20, 15, 'var(--dibujo-flor)'],
  [176, 118, 18, 45, 'var(--dibujo-flor)'],
  [140, 146, 13, 20, 'var(--dibujo-copa-clara)'],
]

/** A flowering branch that comes in from above. */
export function Rama({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 280 170" aria-hidden="true" className={className}>
      <g fill="none" stroke="var(--dibujo-tronco)" strokeLinecap="round">
        <path strokeWidth="7" d="M-6 12c50 4 90 18 130 34s90 18 130 4" />
        <path strokeWidth="4.5" d="M96 36c8 14 10 26 14 40M176 58c10 8 20 18 28 26" />
      </g>
      {flowers.map(([x, y, size, turn, fill]) => (
        <g key={`${x} ${y}`}>
          <Flor x={x} y={y} size={size} turn={turn} fill={fill} />
          {size > 24 && <circle cx={x} cy={y} r={size / 9} fill="var(--dibujo-luz)" />}
        </g>
      ))}
    </svg>
  )
}
