import { type ReactNode, useId } from 'react'
import { Card } from '../../components/layout/Card.tsx'
import { useLedHere } from '../../components/layout/useLedHere.ts'

type ActionCardProps = {
  title: string
  description: string
  drawing: ReactNode
  children: ReactNode
  place?: string
}

/**
 * One tool of this page with its one control. `place` is the fragment that leads to it. The drawing stands beside the text where both fit.
 */
export function ActionCard({ title, description, drawing, children, place = '#' }: ActionCardProps) {
  const id = useId()
  const heading = useLedHere<HTMLHeadingElement>(place)
  return (
    <Card as="section" aria-labelledby={id} className="@container grid content-start gap-3">
      <div className="flex flex-row-reverse items-start justify-between gap-3 @max-[15rem]:flex-col @max-[15rem]:justify-start">
        <span className="shrink-0 [&_svg]:h-16 max-[22rem]:[&_svg]:h-11">{drawing}</span>
        <span className="grid gap-1">
          <h2 ref={heading} id={id} tabIndex={-1} className="text-xl">
            {title}
          </h2>
          <p className="text-[0.9375rem] text-tinta-suave">{description}</p>
        </span>
      </div>
      {children}
    </Card>
  )
}
