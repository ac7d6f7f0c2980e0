import type { ReactNode } from 'react'
import { Flor } from '../../components/illustrations/Flor.tsx'
import { AVATARES } from './avatar.ts'

const luz = 'var(--dibujo-luz)'
const hoja = 'var(--dibujo-trazo)'
const viva = 'var(--jacaranda-viva)'
const rosa = 'var(--bugambilia)'

const bloom = (petals: string, turn = 0, heart = luz) => (
  <>
    <Flor x={22} y={22} size={30} turn={turn} fill={petals} />
    <circle cx="22" cy="22" r="3.4" fill={heart} />
  </>
)
const stem = <path fill="none" stroke={hoja} strokeWidth="2.6" strokeLinecap="round" d="M22 36V22" />
const wings = (wing: string, body: string) => (
  <>
    <path fill={wing} d="M21 22C16 10 8 9 8 16c0 6 6 8 13 8-6 1-10 4-9 9 2 5 8 1 9-9Z" />
    <path fill={wing} d="M23 22c5-12 13-13 13-6 0 6-6 8-13 8 6 1 10 4 9 9-2 5-8 1-9-9Z" />
    <path stroke={body} strokeWidth="2.4" strokeLinecap="round" d="M22 15v17" />
  </>
)
const bird = (colour: string, beak: string) => (
  <>
    <path fill={colour} d="M8 20c6 0 9 1 12 4 1-7 5-11 11-11 3 0 5 2 5 5 0 10-7 16-15 16C14 34 9 28 8 20Z" />
    <path fill={beak} d="m35 15 5 2.5-5 2Z" />
    <circle cx="31" cy="17.5" r="1.3" fill="var(--superficie)" />
  </>
)
const arcs = (colours: string[]) => (
  <g fill="none" strokeWidth="4" strokeLinecap="round">
    {colours.map((colour, place) => (
      <path
        key={colour}
        stroke={colour}
        d={`M${8 + place * 4.5} 31a${14 - place * 4.5} ${14 - place * 4.5} 0 0 1 ${28 - place * 9} 0`}
      />
    ))}
  </g>
)

/** The emoji that stories are given (`avatar.ts`), drawn in the app's style. */
const DRAWN: Record<string, ReactNode> = {
  '🌸': bloom(rosa),
  '🌷': (
    <>
      {stem}
      <path fill={rosa} d="M14 11c3 1 5 3 8 0 3 3 5 1 8 0 1 8-2 14-8 14s-9-6-8-14Z" />
      <path fill={hoja} d="M22 35c-7 0-10-3-11-8 6 0 10 3 11 8Z" />
    </>
  ),
  '🌻': bloom(luz, 36, 'var(--dibujo-tronco)'),
  '🌺': bloom('var(--alerta)', 18),
  '🌼': bloom('var(--dibujo-flor)', 54),
  '🌵': (
    <g fill="none" stroke={hoja} strokeWidth="6" strokeLinecap="round">
      <path d="M22 35V11M22 27c-8 0-9-2-9-8M22 23c7 0 9-1 9-6" />
    </g>
  ),
  '🌿': (
    <>
      {stem}
      <path
        fill={hoja}
        d="M22 24c-8 0-12-4-13-11 8 0 13 4 13 11ZM22 28c8 0 12-4 13-11-8 0-13 4-13 11ZM22 18c-4-3-4-8 0-11 4 3 4 8 0 11Z"
      />
    </>
  ),
  '🍃': (
    <>
      <path fill={hoja} d="M9 29C8 16 17 9 34 10c0 15-10 22-25 19Z" />
      <path stroke="var(--superficie)" strokeWidth="1.8" strokeLinecap="round" d="m11 32 15-14" />
    </>
  ),
  '🦋': wings(viva, 'var(--dibujo-tronco)'),
  '🐦': bird(viva, luz),
  '🕊️': bird('var(--dibujo-flor)', luz),
  '🌙': <path fill={luz} d="M26 8a15 15 0 1 0 11 22A13 13 0 0 1 26 8Z" />,
  '⭐': (
    <path fill={luz} d="m22 8 4.2 9.1 9.8 1.2-7.2 6.8 1.9 9.9-8.700-4.9-8.700 4.9 1.9-9.9L8 18.3l9.8-1.2Z" />
  ),
  '🌈': arcs([rosa, luz, viva]),
  '🔥': (
    <>
      <path fill={rosa} d="M23 7c1 7 10 11 10 20a11 11 0 0 1-22 0c0-6 4-8 5-13 3 1 5 3 5 6 2-3 3-8 2-13Z" />
      <path fill={luz} d="M22 22c4 4 6 6 6 9a6 6 0 0 1-12 0c0-3 3-5 6-9Z" />
    </>
  ),
  '🌊': (
    <g fill="none" stroke={viva} strokeWidth="3.6" strokeLinecap="round">
      <path d="M8 17c5-5 9-5 14 0s9 5 14 0M8 27c5-5 9-5 14 0s9 5 14 0" />
    </g>
  ),
}

/** A story's emoji as a drawing; another one, which some other app stored, is a flower like the first. */
export function DrawnAvatar({ emoji }: { emoji: string }) {
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true" className="size-11 rounded-full bg-jacaranda-suave">
      {Object.hasOwn(DRAWN, emoji) ? DRAWN[emoji] : DRAWN[AVATARES[0]]}
    </svg>
  )
}
