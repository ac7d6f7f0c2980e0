import type { ReactNode } from 'react'
import { Card } from './Card.tsx'

type NextStepsProps = {
  /** What can be done, and a word on how. */
  steps: readonly (readonly [title: string, text: string])[]
  children?: ReactNode
}

/** What whoever stands before an empty page can do now, the easiest first. */
export function NextSteps({ steps, children }: NextStepsProps) {
  return (
    <Card as="section" aria-labelledby="ahora" className="grid w-full gap-4 text-left">
      <h2 id="ahora" className="text-xl">
        Qué puedes hacer
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
