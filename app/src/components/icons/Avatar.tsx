import { useState } from 'react'
import { cx } from '../cx.ts'
import { Flor } from '../illustrations/Flor.tsx'

type AvatarProps = {
  /** Her photo; the drawn default where there is none or it cannot be loaded. */
  src?: string | null
  /** Text alternative; empty where her name stands beside it. */
  alt?: string
  className?: string
}

/** A round photo, or the drawn flower. Its size comes from its class; 44 pixels when it gives none. */
export function Avatar({ src, alt = '', className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const box = cx(
    'inline-block shrink-0 overflow-hidden rounded-full bg-jacaranda-suave',
    className ?? 'size-11',
  )
  if (src && src !== failed) {
    return <img src={src} alt={alt} onError={() => setFailed(src)} className={cx(box, 'object-cover')} />
  }
  return (
    <span className={box}>
      {alt && <span className="sr-only">{alt}</span>}
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path fill="var(--jacaranda-viva)" d="M4 52c0-13 8-20 20-20s20 7 20 20Z" />
        <circle cx="24" cy="20" r="10" fill="#c98a63" />
        <path
          fill="#2b1a3d"
          d="M12.5 24C10 12 16 6 24 6s14 6 11.5 18c-1.5-1.5-2.5-4-3-7-6 1-11-1-13.5-4-1 5-3 7-6.5 11Z"
        />
        <Flor x={34} y={12} size={12} turn={8} fill="var(--bugambilia)" />
        <circle cx="34" cy="12" r="1.6" fill="#f2b544" />
      </svg>
    </span>
  )
}
