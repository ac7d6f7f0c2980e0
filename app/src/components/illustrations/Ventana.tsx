import { Flor } from './Flor.tsx'

/** A window with its light on and a plant on the sill: a page that is being prepared. */
export function Ventana({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 220 200" aria-hidden="true" className={className}>
      <circle cx="110" cy="98" r="88" fill="var(--jacaranda-suave)" />
      <path fill="var(--dibujo-tronco)" d="M58 164V82a52 52 0 0 1 104 0v82Z" />
      <path fill="var(--dibujo-luz)" d="M66 160V82a44 44 0 0 1 88 0v78Z" />
      <path fill="#fff" opacity="0.4" d="M66 160V82c0-12 5-23 13-31v109Z" />
      <path fill="none" stroke="var(--dibujo-tronco)" strokeWidth="6" d="M110 38v122M66 96h88" />
      <path fill="var(--dibujo-papel)" d="M66 160V82c0-17 10-32 24-39-2 34-8 74-18 117Z" opacity="0.92" />
      <path fill="var(--dibujo-papel)" d="M154 160V82c0-17-10-32-24-39 2 34 8 74 18 117Z" opacity="0.92" />
      <rect x="44" y="158" width="132" height="14" rx="6" fill="var(--bugambilia)" />
      <path
        fill="none"
        stroke="var(--dibujo-trazo)"
        strokeWidth="4"
        strokeLinecap="round"
        d="M132 142c0-14 1-22 0-32M132 130c-7-2-11-6-13-12M132 124c7-2 11-7 12-13"
      />
      <path fill="#dd7a4e" d="M118 140h28l-4 19h-20Z" />
      <Flor x={132} y={106} size={24} fill="var(--dibujo-copa)" />
      <Flor x={118} y={117} size={14} turn={20} fill="var(--dibujo-copa-clara)" />
      <Flor x={146} y={111} size={14} turn={40} fill="var(--dibujo-copa-clara)" />
      <Flor x={36} y={128} size={18} turn={12} fill="var(--dibujo-copa)" />
      <Flor x={188} y={64} size={14} turn={50} fill="var(--dibujo-copa-clara)" />
      <Flor x={26} y={74} size={11} turn={30} fill="var(--dibujo-copa-clara)" />
    </svg>
  )
}
