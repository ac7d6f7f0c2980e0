import { Flor } from '../../components/illustrations/Flor.tsx'

/** A small stack of books with a sprout on top: short courses. */
export function Cursos() {
  return (
    <svg viewBox="0 0 150 80" aria-hidden="true">
      <ellipse cx="76" cy="74" rx="58" ry="5" fill="var(--dibujo-colina)" />
      <rect x="34" y="58" width="84" height="15" rx="5" fill="var(--jacaranda)" />
      <path fill="var(--dibujo-papel)" d="M42 61h76v9H42a4.500 4.500 0 0 1 0-9Z" />
      <rect x="42" y="43" width="70" height="15" rx="5" fill="var(--bugambilia)" />
      <path fill="var(--dibujo-papel)" d="M42 46h62a4.500 4.500 0 0 1 0 9H42Z" />
      <rect x="48" y="29" width="58" height="14" rx="5" fill="var(--dibujo-trazo)" />
      <path fill="var(--dibujo-papel)" d="M55 32h51v8H55a4 4 0 0 1 0-8Z" />
      <path
        fill="none"
        stroke="var(--dibujo-trazo)"
        strokeWidth="3.5"
        strokeLinecap="round"
        d="M76 29c0-7 1-11 1-18"
      />
      <path fill="var(--dibujo-trazo)" d="M76 21C64 22 58 16 58 8c11-1 18 4 18 13Z" />
      <path fill="var(--dibujo-trazo)" opacity="0.75" d="M77 16C88 16 94 11 94 4c-10-1-17 4-17 12Z" />
      <Flor x={128} y={24} size={11} turn={16} fill="var(--dibujo-copa-clara)" />
      <Flor x={22} y={34} size={8} turn={40} fill="var(--bugambilia)" />
    </svg>
  )
}

/** A path of three weeks of stones towards the sun. */
export function Retos() {
  const stones = [
    { y: 66, from: 16, step: 15 },
    { y: 51, from: 30, step: 13 },
    { y: 38, from: 43, step: 11 },
  ].flatMap(({ y, from, step }, week) =>
    [0, 1, 2, 3, 4, 5, 6].map((day) => ({
      number: week * 7 + day,
      cx: from + 7 + day * step,
      cy: y + Math.abs(day - 3) * 1.4,
      r: step,
    })),
  )
  return (
    <svg viewBox="0 0 150 80" aria-hidden="true">
      <circle cx="76" cy="19" r="13" fill="var(--dibujo-luz)" />
      <path
        fill="none"
        stroke="var(--dibujo-luz)"
        strokeWidth="3.5"
        strokeLinecap="round"
        d="M57 19h-5M100 19h-5M62 6l-3-3M90 6l3-3"
      />
      <path fill="var(--dibujo-colina)" d="M0 80c6-32 38-50 76-50s68 18 74 50Z" />
      {stones.map(({ number, cx, cy, r }) => (
        <ellipse
          key={number}
          cx={cx}
          cy={cy}
          rx={r * 0.32}
          ry={r * 0.24}
          fill={number < 9 ? 'var(--dibujo-trazo)' : 'var(--dibujo-papel)'}
        />
      ))}
      <Flor x={131} y={20} size={10} turn={10} fill="var(--bugambilia)" />
      <Flor x={18} y={24} size={8} turn={30} fill="var(--dibujo-copa-clara)" />
    </svg>
  )
}

/** A hand mirror that shows a flower: who looks into it finds herself. */
export function Espejo() {
  return (
    <svg viewBox="0 0 150 80" aria-hidden="true">
      <ellipse cx="76" cy="75" rx="48" ry="4" fill="var(--dibujo-colina)" />
      <g transform="rotate(18 76 40)">
        <rect x="71.5" y="54" width="9" height="25" rx="4.5" fill="var(--jacaranda)" />
        <ellipse cx="76" cy="31" rx="25" ry="28" fill="var(--jacaranda)" />
        <ellipse cx="76" cy="31" rx="19.5" ry="22.5" fill="var(--dibujo-cielo)" />
        <path
          fill="none"
          stroke="var(--dibujo-papel)"
          strokeWidth="4"
          strokeLinecap="round"
          d="M63 26c1-6 4-10 8-12"
        />
        <Flor x={77} y={34} size={22} turn={-12} fill="var(--bugambilia)" />
        <circle cx="77" cy="34" r="3" fill="var(--dibujo-luz)" />
      </g>
      <Flor x={24} y={50} size={9} turn={10} fill="var(--dibujo-copa-clara)" />
      <path fill="var(--dibujo-luz)" d="m124 14 2.500 6 6 2.500-6 2.500-2.500 6-2.500-6-6-2.500 6-2.500Z" />
    </svg>
  )
}

/** A lidded glass with a leaf beside it and a drop that changes colour: what is in the drink. */
export function Vaso() {
  return (
    <svg viewBox="0 0 150 80" aria-hidden="true">
      <ellipse cx="74" cy="74" rx="54" ry="5" fill="var(--dibujo-colina)" />
      <path fill="var(--dibujo-papel)" stroke="var(--dibujo-copa)" strokeWidth="3" d="M50 22h42l-6 50H56Z" />
      <path fill="var(--dibujo-copa-clara)" d="M52.800 40h36.400l-3.700 30H56.500Z" />
      <path
        fill="none"
        stroke="var(--bugambilia)"
        strokeWidth="4.5"
        strokeLinecap="round"
        d="m70 62 10-56h10"
      />
      <rect x="45" y="17" width="52" height="8" rx="4" fill="var(--jacaranda)" />
      <circle cx="66" cy="52" r="3" fill="var(--dibujo-papel)" />
      <circle cx="80" cy="60" r="2.2" fill="var(--dibujo-papel)" />
      <g transform="rotate(10 118 52)">
        <rect x="110" y="30" width="15" height="42" rx="4" fill="var(--dibujo-papel)" />
        <path fill="var(--dibujo-luz)" d="M110 54h15v7h-15Z" />
        <path fill="var(--dibujo-trazo)" d="M110 42h15v7h-15Z" />
      </g>
      <Flor x={26} y={28} size={11} turn={12} fill="var(--dibujo-copa-clara)" />
    </svg>
  )
}

/** A voice that becomes petals: how something is said. */
export function Voz() {
  const bars = [10, 22, 36, 26, 44, 30, 18, 8]
  return (
    <svg viewBox="0 0 150 80" aria-hidden="true">
      <path fill="var(--dibujo-colina)" d="M0 80c20-16 48-20 75-20s55 4 75 20Z" />
      <rect x="18" y="10" width="24" height="38" rx="12" fill="var(--jacaranda)" />
      <path
        fill="none"
        stroke="var(--dibujo-copa-clara)"
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M24 22h12M24 29h12M24 36h12"
      />
      <path
        fill="none"
        stroke="var(--dibujo-copa)"
        strokeWidth="4"
        strokeLinecap="round"
        d="M11 38a19 19 0 0 0 38 0M30 57v13M20 70h20"
      />
      {bars.map((height, bar) => (
        <rect
          key={`${bar.toString()}-${height}`}
          x={60 + bar * 9}
          y={36 - height / 2}
          width="5"
          height={height}
          rx="2.5"
          fill={bar === 4 ? 'var(--bugambilia)' : 'var(--dibujo-copa-clara)'}
        />
      ))}
      <Flor x={138} y={24} size={12} turn={20} fill="var(--bugambilia)" />
      <Flor x={136} y={50} size={8} turn={50} fill="var(--dibujo-luz)" />
    </svg>
  )
}

/** Scales in balance under a roof: a place where the law listens. */
export function Balanza() {
  return (
    <svg viewBox="0 0 150 80" aria-hidden="true">
      <ellipse cx="75" cy="75" rx="50" ry="4.5" fill="var(--dibujo-colina)" />
      <path fill="var(--jacaranda)" d="M60 75c0-6 7-8 15-8s15 2 15 8Z" />
      <path
        fill="none"
        stroke="var(--jacaranda)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M75 68V16M36 24c12 3 24-6 39-6s27 9 39 6"
      />
      <circle cx="75" cy="13" r="7" fill="var(--dibujo-luz)" />
      <path
        fill="none"
        stroke="var(--dibujo-copa-clara)"
        strokeWidth="2.5"
        strokeLinejoin="round"
        d="m22 50 14-26 14 26M100 50l14-26 14 26"
      />
      <path fill="var(--bugambilia)" d="M19 49h34c0 9-7 14-17 14s-17-5-17-14Z" />
      <path fill="var(--dibujo-trazo)" d="M97 49h34c0 9-7 14-17 14s-17-5-17-14Z" />
      <Flor x={36} y={43} size={10} turn={8} fill="var(--dibujo-copa)" />
      <Flor x={114} y={43} size={10} turn={34} fill="var(--dibujo-copa)" />
    </svg>
  )
}
