import { Flor } from '../illustrations/Flor.tsx'

const COLORS = ['--jacaranda', '--bugambilia', '--salvia'] as const

/** A small cover; its colour is derived from the title. */
export function Lomo({ titulo }: { titulo: string }) {
  const sum = [...titulo].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  const color = COLORS[sum % COLORS.length]
  return (
    <svg viewBox="0 0 60 84" aria-hidden="true" className="w-16 md:w-20">
      <rect width="60" height="84" rx="6" fill={`var(${color})`} />
      <rect x="6" width="2" height="84" fill="#fff" opacity="0.25" />
      <Flor x={38} y={28} size={40} fill="#fff" opacity={0.22} />
      <path d="M31 36V27l7-6 7 6v9Z" fill="#fff" opacity="0.92" />
      <path d="M36 36v-4a2 2 0 0 1 4 0v4Z" fill="var(--dibujo-luz)" />
      <path d="M16 58h32M16 65h22" stroke="#fff" strokeWidth="3" strokeLinecap="round" opacity="0.7" />
    </svg>
  )
}
