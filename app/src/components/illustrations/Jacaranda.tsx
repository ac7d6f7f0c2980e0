import { Flor } from './Flor.tsx'

const flowersOnTree: [x: number, y: number, size: number, turn: number][] = [
  [116, 118, 20, 10],
  [152, 84, 24, 40],
  [196, 64, 22, 0],
  [236, 92, 26, 25],
  [186, 112, 20, 55],
  [272, 128, 20, 12],
  [142, 148, 18, 30],
  [226, 136, 18, 60],
  [98, 152, 14, 0],
  [292, 160, 14, 35],
]

const fallenFlowers: [x: number, y: number, size: number, turn: number][] = [
  [70, 236, 15, 20],
  [112, 270, 13, 50],
  [150, 288, 11, 10],
  [254, 282, 13, 40],
  [236, 246, 11, 5],
  [372, 226, 12, 30],
  [60, 190, 10, 60],
]

/**
 * The jacaranda in bloom with the house under it, its light on. By night, in the dark theme.
 * `wideHills` leaves out its own hills on wide screens, where the page draws wider ones.
 */
export function Jacaranda({ className, wideHills }: { className?: string; wideHills?: boolean }) {
  const hills = wideHills ? 'md:hidden' : undefined
  return (
    <svg viewBox="0 0 400 320" aria-hidden="true" className={className}>
      <g className="hidden dark:block" fill="var(--dibujo-luz)">
        <circle cx="58" cy="54" r="2" />
        <circle cx="326" cy="40" r="2.4" />
        <circle cx="372" cy="98" r="1.6" />
        <circle cx="30" cy="112" r="1.6" />
        <path d="M352 44a24 24 0 1 0 20 36 20 20 0 0 1-20-36Z" opacity="0.95" />
      </g>

      <path
        className={hills}
        fill="var(--dibujo-colina)"
        opacity="0.55"
        d="M-40 232c60-34 130-38 206-14s150 18 290-22v140H-40Z"
      />
      <path
        className={hills}
        fill="var(--dibujo-colina)"
        d="M-40 262c80-26 160-26 236-8s148 14 260-18v100H-40Z"
      />

      <g fill="none" stroke="var(--dibujo-tronco)" strokeLinecap="round">
        <path strokeWidth="13" d="M194 300c2-40-2-62-6-92" />
        <path strokeWidth="9" d="M190 226c-8-22-26-34-50-46" />
        <path strokeWidth="9" d="M190 214c10-26 32-40 58-50" />
        <path strokeWidth="6" d="M166 196c-18-2-32 2-46-8" />
        <path strokeWidth="6" d="M212 186c2-18 0-34-6-50" />
      </g>
      <path fill="var(--dibujo-tronco)" d="M176 304c8-6 10-14 12-28l12 0c1 14 4 22 12 28-12-3-24-3-36 0Z" />

      <g fill="var(--dibujo-copa)">
        <circle cx="116" cy="136" r="42" />
        <circle cx="160" cy="96" r="50" />
        <circle cx="216" cy="82" r="54" />
        <circle cx="262" cy="116" r="48" />
        <circle cx="286" cy="152" r="32" />
        <circle cx="96" cy="162" r="28" />
        <path d="M92 168c30 26 66 2 96 4 34 2 58 24 104 0L280 100H110Z" />
      </g>
      <g fill="var(--dibujo-copa-clara)">
        <circle cx="146" cy="98" r="30" />
        <circle cx="226" cy="76" r="34" />
        <circle cx="268" cy="138" r="24" />
        <circle cx="112" cy="148" r="20" />
        <circle cx="190" cy="132" r="22" opacity="0.6" />
      </g>
      {flowersOnTree.map(([x, y, size, turn]) => (
        <Flor key={`${x} ${y}`} x={x} y={y} size={size} turn={turn} fill="var(--dibujo-flor)" />
      ))}

      <circle className="hidden dark:block" cx="322" cy="268" r="62" fill="var(--dibujo-luz)" opacity="0.1" />
      <path fill="var(--dibujo-papel)" d="M292 246h60v50h-60Z" />
      <path
        fill="none"
        stroke="var(--bugambilia)"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m284 250 38-33 38 33"
      />
      <path fill="var(--dibujo-papel)" d="m292 251 30-26 30 26Z" />
      <path fill="var(--dibujo-luz)" d="M313 296v-22a9.5 9.5 0 0 1 19 0v22Z" />
      <circle cx="322" cy="246" r="5.5" fill="var(--dibujo-luz)" />
      <path fill="var(--dibujo-luz)" opacity="0.28" d="m313 296 19 0 16 16h-51Z" />

      {fallenFlowers.map(([x, y, size, turn]) => (
        <Flor key={`${x} ${y}`} x={x} y={y} size={size} turn={turn} fill="var(--dibujo-copa)" />
      ))}
    </svg>
  )
}
