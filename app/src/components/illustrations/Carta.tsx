import { Flor } from './Flor.tsx'

/** A letter sealed with the flower: look in your mail. `open` shows that it has been read. */
export function Carta({ className, open = false }: { className?: string; open?: boolean }) {
  return (
    <svg viewBox="0 0 220 170" aria-hidden="true" className={className}>
      <ellipse cx="110" cy="150" rx="92" ry="12" fill="var(--jacaranda-suave)" />
      {open && (
        <>
          <path fill="var(--dibujo-copa)" d="M40 78 110 26l70 52Z" />
          <rect
            x="56"
            y="22"
            width="108"
            height="96"
            rx="8"
            fill="var(--dibujo-papel)"
            stroke="var(--linea)"
            strokeWidth="2"
          />
          <path stroke="var(--dibujo-flor)" strokeWidth="5" strokeLinecap="round" d="M76 44h68M76 60h68" />
        </>
      )}
      <rect
        x="40"
        y="58"
        width="140"
        height="90"
        rx="12"
        fill={open ? 'var(--dibujo-copa)' : 'var(--dibujo-copa-clara)'}
      />
      {open ? (
        <path fill="var(--dibujo-copa-clara)" d="M42 140V76l68 40 68-40v64a8 8 0 0 1-8 8H50a8 8 0 0 1-8-8Z" />
      ) : (
        <>
          <path
            fill="var(--dibujo-copa)"
            d="M44 62h132c-2 6-6 10-12 15l-42 34a19 19 0 0 1-24 0L56 77c-6-5-10-9-12-15Z"
          />
          <Flor x={110} y={104} size={46} fill="var(--dibujo-papel)" />
          <circle cx="110" cy="104" r="6" fill="var(--dibujo-luz)" />
        </>
      )}
      {open && (
        <g fill="none" stroke="#fff" strokeWidth="8" strokeLinecap="round" strokeLinejoin="round">
          <path d="m92 84 13 13 24-26" />
        </g>
      )}
      <Flor x={28} y={62} size={16} turn={15} fill="var(--dibujo-copa)" />
      <Flor x={196} y={92} size={13} turn={40} fill="var(--bugambilia)" />
      <Flor x={192} y={36} size={10} turn={5} fill="var(--dibujo-flor)" />
    </svg>
  )
}
