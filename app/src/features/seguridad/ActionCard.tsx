import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { cx } from '../../components/cx.ts'
import { Card } from '../../components/layout/Card.tsx'
import { useLedHere } from '../../components/layout/useLedHere.ts'

type ActionCardProps = {
  title: string
  description: ReactNode
  drawing: ReactNode
  /** Its one control. */
  action: ReactNode
  /** What unfolds under the title. */
  options?: ReactNode
  /** What runs now, always in sight. */
  children?: ReactNode
  /** The fragment of an address that leads to it. */
  place?: string
}

/** One tool of the safety screen: what it does and its control in a row, its options folded below. */
export function ActionCard({
  title,
  description,
  drawing,
  action,
  options,
  children,
  place = '#',
}: ActionCardProps) {
  const id = useId()
  const { hash } = useLocation()
  const [open, setOpen] = useState(false)
  const heading = useLedHere<HTMLHeadingElement>(place)
  useEffect(() => {
    if (hash === place) setOpen(true)
  }, [hash, place])
  return (
    <Card
      as="section"
      aria-labelledby={`${id}-title`}
      className="@container grid content-start gap-3 py-2! pr-3!"
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <span className="hidden shrink-0 @min-[23rem]:block [&_svg]:h-11">{drawing}</span>
        <h2
          ref={heading}
          id={`${id}-title`}
          tabIndex={-1}
          className="min-w-0 flex-[1_1_7.5rem] text-[1.0625rem] leading-tight md:text-lg"
        >
          {options ? (
            <button
              type="button"
              aria-expanded={open}
              aria-controls={`${id}-options`}
              onClick={() => setOpen(!open)}
              className="flex min-h-11 items-center gap-0.5 text-left"
            >
              {title}
              <ChevronDown
                aria-hidden="true"
                className={cx('size-5 shrink-0 text-tinta-suave transition-transform', open && 'rotate-180')}
              />
            </button>
          ) : (
            title
          )}
        </h2>
        <div className="shrink-0">{action}</div>
        <p className="w-full text-sm text-tinta-suave leading-snug">{description}</p>
      </div>
      {children}
      {options && (
        <div id={`${id}-options`} hidden={!open} className="grid gap-3 pr-1 hidden:hidden">
          {options}
        </div>
      )}
    </Card>
  )
}
