import { Flor } from './Flor.tsx'

/** The flower that shelters the house, large: safety. Meant for the violet tile. */
export function Casa({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 160 160" aria-hidden="true" className={className}>
      <Flor x={86} y={84} size={158} fill="var(--casa-petalo, #7e4fb8)" />
      <path fill="#fff" d="M60 108V82l26-23 26 23v26Z" />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m53 86 33-29 33 29"
      />
      <path fill="#f2b544" d="M77 108V94a9 9 0 0 1 18 0v14Z" />
      <path fill="#f2b544" opacity="0.35" d="M77 108h18l10 12H67Z" />
    </svg>
  )
}
