import { ChevronDown } from 'lucide-react'
import { Collapsible as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

type CollapsibleProps = {
  title: ReactNode
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  defaultOpen?: boolean
  /** The heading's level; without it, of a part of a part. */
  level?: 'h2' | 'h3'
}

/** A heading that unfolds what is under it. */
export function Collapsible({ title, children, level: Heading = 'h3', ...state }: CollapsibleProps) {
  return (
    <Primitive.Root {...state} className="rounded-card border border-linea bg-superficie">
      <Heading className="font-sans text-base">
        <Primitive.Trigger className="group flex min-h-14 w-full items-center justify-between gap-3 rounded-card px-4 py-3 text-left font-semibold leading-snug md:px-5">
          {/* A word longer than the line breaks within it, and pushes nothing out. */}
          <span className="min-w-0">{title}</span>
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-tinta-suave transition-transform duration-200 group-data-[state=open]:rotate-180"
          />
        </Primitive.Trigger>
      </Heading>
      <Primitive.Content className="animate-aparece px-4 pb-4 md:px-5">{children}</Primitive.Content>
    </Primitive.Root>
  )
}
