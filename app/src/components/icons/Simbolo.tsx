import { PETAL } from '../illustrations/Flor.tsx'

/** The jacaranda flower that shelters a house with its light on. Decorative: the component around it says the name. */
export function Simbolo({ className }: { className?: string }) {
  return (
    <svg viewBox="-56 -56 112 112" aria-hidden="true" className={className}>
      <g className="fill-jacaranda dark:fill-jacaranda-viva">
        {[0, 72, 144, 216, 288].map((turn) => (
          <path key={turn} d={PETAL} transform={`rotate(${turn})`} />
        ))}
      </g>
      <path fill="#fcf8f3" d="M-13 12V-2L0-14 13-2V12Z" />
      <path fill="#f2b544" d="M-4.5 12V4a4.5 4.5 0 0 1 9 0v8Z" />
    </svg>
  )
}
