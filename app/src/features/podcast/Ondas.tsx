import { PETAL } from '../../components/illustrations/Flor.tsx'

/** Sound waves in the form of a flower. */
export function Ondas({ className }: { className?: string }) {
  return (
    <svg viewBox="-110 -110 220 220" aria-hidden="true" className={className}>
      <g fill="none" stroke="var(--dibujo-flor)" strokeWidth="3">
        <circle r="62" opacity="0.55" />
        <circle r="82" opacity="0.35" />
        <circle r="102" opacity="0.2" />
      </g>
      <g fill="var(--dibujo-copa)">
        {[0, 72, 144, 216, 288].map((angle) => (
          <path key={angle} d={PETAL} transform={`rotate(${angle})`} />
        ))}
      </g>
      <rect x="-7" y="-18" width="14" height="24" rx="7" fill="var(--dibujo-luz)" />
      <path
        d="M-13-4v2a13 13 0 0 0 26 0v-2M0 11v9M-7 20H7"
        fill="none"
        stroke="var(--dibujo-luz)"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
