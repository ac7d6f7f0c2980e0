const petal = 'M0 0C-14-6-24-22-20-38-17-50-6-52 0-45 6-52 17-50 20-38 24-22 14-6 0 0Z'

/** The jacaranda flower that shelters a house with its light on. Decorative: whoever shows it says the name. */
export function Simbolo({ className }: { className?: string }) {
  return (
    <svg viewBox="-56 -56 112 112" aria-hidden="true" className={className}>
      <g className="fill-jacaranda dark:fill-jacaranda-viva">
        {[0, 72, 144, 216, 288].map((turn) => (
          <path key={turn} d={petal} transform={`rotate(${turn})`} />
        ))}
      </g>
      <path fill="#fcf8f3" d="M-13 12V-2L0-14 13-2V12Z" />
      <path fill="#f2b544" d="M-4.5 12V4a4.5 4.5 0 0 1 9 0v8Z" />
    </svg>
  )
}
