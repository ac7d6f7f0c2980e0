import { Flor } from './Flor.tsx'

/** A plant that somebody waters: wellbeing. */
export function Maceta({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 120 110" aria-hidden="true" className={className}>
      <path
        fill="none"
        stroke="var(--dibujo-trazo)"
        strokeWidth="4"
        strokeLinecap="round"
        d="M60 78V36M60 62c-10-2-16-8-18-16M60 56c10-2 16-9 18-18"
      />
      <g fill="var(--dibujo-trazo)">
        <path d="M42 46c-13 0-21-6-24-18 13-2 22 4 24 18Z" />
        <path d="M78 38c13-1 20-8 22-20-13-1-21 6-22 20Z" />
        <path d="M60 66c-9 4-17 2-23-6 9-5 18-3 23 6Z" opacity="0.7" />
        <path d="M60 70c8 3 16 1 21-7-9-4-17-2-21 7Z" opacity="0.7" />
      </g>
      <Flor x={60} y={28} size={40} turn={6} fill="var(--dibujo-copa)" />
      <circle cx="60" cy="28" r="5" fill="var(--dibujo-luz)" />
      <path fill="#c8643c" d="M36 76h48l-6 28a4 4 0 0 1-4 3H46a4 4 0 0 1-4-3Z" />
      <rect x="32" y="72" width="56" height="11" rx="4" fill="#dd7a4e" />
      <path
        stroke="#fff"
        strokeOpacity="0.55"
        strokeWidth="3"
        strokeLinecap="round"
        d="m50 93 5 5 5-5 5 5 5-5"
        fill="none"
      />
    </svg>
  )
}
