import type { LucideIcon } from 'lucide-react'

export type Consejo = { icon: LucideIcon; title: string; text: string }

/** A few things worth knowing, each with its drawing: short enough to be read standing. */
export function Consejos({ consejos }: { consejos: Consejo[] }) {
  return (
    <ul className="grid gap-4">
      {consejos.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex items-start gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-salvia-suave text-salvia-texto">
            <Icon aria-hidden="true" className="size-5" />
          </span>
          <div className="grid gap-0.5">
            <p className="font-semibold">{title}</p>
            <p className="text-[0.9375rem] text-tinta-suave">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
