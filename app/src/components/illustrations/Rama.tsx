import { Flor } from './Flor.tsx'

const flowers: [x: number, y: number, size: number, turn: number, fill: string][] = [
  [112, 78, 36, 40, 'var(--dibujo-copa-clara)'],
  [158, 54, 42, 0, 'var(--dibujo-copa)'],
  [204, 86, 30, 25, 'var(--bugambilia)'],
  [236, 52, 26, 50, 'var(--dibujo-copa-clara)'],
  [92, 118, 20, 15, 'var(--dibujo-flor)'],
  [176, 120, 18, 45, 'var(--dibujo-flor)'],
  [136, 146, 13, 20, 'var(--dibujo-copa-clara)'],
]

/** A flowering branch that comes in from above, right of the way back. */
export function Rama({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 280 170" aria-hidden="true" className={className}>
      <g fill="none" stroke="var(--dibujo-tronco)" strokeLinecap="round">
        <path strokeWidth="7" d="M104-6c4 24 20 44 52 54s66 8 96-2" />
        <path strokeWidth="4.5" d="M122 30c-10 14-12 28-10 46M180 54c10 8 18 20 24 30" />
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
