import type { ReactNode } from 'react'
import { outsideTarget } from '../../lib/outside/outside.ts'
import { type ButtonLook, buttonClass } from './Button.tsx'

type OutsideLinkProps = {
  href: string
  look: ButtonLook
  icon: ReactNode
  onClick?: () => void
  children: ReactNode
}

/** A real link into another app. */
export function OutsideLink({ href, look, icon, onClick, children }: OutsideLinkProps) {
  return (
    <a
      href={href}
      target={href.startsWith('https:') ? outsideTarget() : undefined}
      rel="noopener noreferrer"
      onClick={onClick}
      className={buttonClass({
        look,
        size: 'lg',
        wide: true,
        className: 'px-4 text-balance [&_svg]:size-5 [&_svg]:shrink-0',
      })}
    >
      <span aria-hidden="true">{icon}</span>
      <span className="min-w-0">{children}</span>
    </a>
  )
}
