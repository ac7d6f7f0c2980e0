import { cx } from '../../components/cx.ts'
import { Flor } from '../../components/illustrations/Flor.tsx'

/** Moonlit hills with stars; always by night, whatever the theme. Fills the positioned box it stands in. */
export function Noche({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('pointer-events-none absolute inset-0', className)}>
      <svg
        viewBox="0 0 600 120"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 h-24 w-full md:h-36"
      >
        <path fill="#6c40a3" d="M0 62C110 18 220 34 330 54s170 10 270-34v100H0Z" />
        <path fill="#8257bb" d="M0 92c130-26 250-20 350-8s160 2 250-24v60H0Z" />
      </svg>
      <svg
        viewBox="0 0 200 200"
        aria-hidden="true"
        className="absolute right-2 bottom-4 h-44 md:right-12 md:bottom-6 md:h-64"
      >
        <g fill="#f2b544">
          <path d="M126 22a52 52 0 1 0 44 78 44 44 0 0 1-44-78Z" />
          <circle cx="36" cy="36" r="2.2" />
          <circle cx="18" cy="96" r="1.6" />
          <circle cx="62" cy="118" r="1.8" />
          <path d="m184 36 2 5.5 5.5 2-5.5 2-2 5.5-2-5.5-5.5-2 5.5-2Z" />
          <path d="m40 70 1.6 4.4 4.4 1.6-4.4 1.6-1.6 4.4-1.6-4.4-4.4-1.6 4.4-1.600Z" />
        </g>
        <Flor x={156} y={158} size={22} fill="#e0c8fa" />
        <Flor x={118} y={178} size={14} turn={30} fill="#c9aeea" />
        <Flor x={186} y={182} size={13} turn={50} fill="#c9aeea" />
      </svg>
    </span>
  )
}
