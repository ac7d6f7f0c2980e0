import { Flor } from './Flor.tsx'

/** An open book from which something grows: learning. */
export function Libro({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 130 110" aria-hidden="true" className={className}>
      <path
        fill="none"
        stroke="var(--dibujo-trazo)"
        strokeWidth="4"
        strokeLinecap="round"
        d="M65 70c0-18-1-28 0-40M65 54c-9-2-14-7-16-14M65 48c8-2 13-7 15-13"
      />
      <g fill="var(--dibujo-trazo)">
        <path d="M49 40c-9 0-15-4-17-13 10-1 16 3 17 13Z" />
        <path d="M80 35c9-1 14-6 15-15-9-1-15 5-15 15Z" />
      </g>
      <Flor x={65} y={22} size={28} fill="var(--bugambilia)" />
      <circle cx="65" cy="22" r="3.5" fill="var(--dibujo-luz)" />
      <path
        fill="var(--jacaranda)"
        d="M10 62c20-7 40-5 55 5 15-10 35-12 55-5v40c-20-6-40-4-55 5-15-9-35-11-55-5Z"
      />
      <path fill="var(--dibujo-papel)" d="M16 58c18-5 36-3 49 7v36c-13-8-31-10-49-5Z" />
      <path fill="var(--dibujo-papel)" d="M114 58c-18-5-36-3-49 7v36c13-8 31-10 49-5Z" />
      <path
        stroke="var(--dibujo-copa-clara)"
        strokeWidth="3.5"
        strokeLinecap="round"
        fill="none"
        d="M26 70c10-2 19-1 28 4M26 82c10-2 19-1 28 4M104 70c-10-2-19-1-28 4M104 82c-10-2-19-1-28 4"
      />
      <path stroke="var(--dibujo-flor)" strokeWidth="2" d="M65 66v35" />
    </svg>
  )
}
