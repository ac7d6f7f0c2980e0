import { type ReactNode, useId } from 'react'
import { Card } from './Card.tsx'

type NumberedStepsProps = {
  title: string
  /** What to do, and a word on how. */
  steps: readonly (readonly [title: string, text: string])[]
  children?: ReactNode
}

/** A few steps in their order, short enough to be read standing. */
export function NumberedSteps({ title, steps, children }: NumberedStepsProps) {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="grid w-full gap-4 text-left">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ol className="grid gap-3.5">
        {steps.map(([title, text], place) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-jacaranda-suave font-semibold text-jacaranda-texto"
            >
              {place + 1}
            </span>
            <span className="grid">
              <span className="font-semibold">{title}</span>
              <span className="text-tinta-suave">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      {children}
    </Card>
  )
}
