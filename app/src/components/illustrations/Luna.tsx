import { Flor } from './Flor.tsx'

/** Crescent, stars and a floating flower: the holistic zone. */
export function Luna({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 110" aria-hidden="true" className={className}>
      <path fill="var(--dibujo-luz)" d="M72 10a42 42 0 1 0 34 62A35 35 0 0 1 72 10Z" />
      <path fill="#fff" opacity="0.28" d="M66 14a42 42 0 0 0-22 70A46 46 0 0 1 66 14Z" />
      <g fill="var(--bugambilia)">
        <path d="m18 26 2.2 5.8 5.8 2.2-5.8 2.200L18 42l-2.2-5.800L10 34l5.8-2.200Z" />
        <circle cx="106" cy="40" r="3" />
        <circle cx="22" cy="92" r="2.5" />
      </g>
      <Flor x={92} y={28} size={20} turn={14} fill="var(--jacaranda-viva)" />
    </svg>
  )
}
