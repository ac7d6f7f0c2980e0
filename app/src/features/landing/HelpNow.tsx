import { MapPin, Phone } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/device/idle.ts'
import { brand } from '../../lib/installation/brand.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'

const loadDialog = () => import('./WriteDialog.tsx')
const WriteDialog = lazy(async () => ({ default: (await loadDialog()).WriteDialog }))

/** As it is dialled: `telHref` would bring the code of all telephone numbers into the first screen. */
const dial = (phone: string) => `tel:${phone.replaceAll(' ', '')}`

/** Help for whoever has no account and no time: the first thing on the page, and nothing of it is kept. */
export function HelpNow({ className }: { className?: string }) {
  const [writing, setWriting] = useState(false)

  // A message must not wait for code that the network no longer brings.
  useEffect(() => whenIdle(() => void loadDialog().catch(() => {})), [])

  return (
    <section
      aria-label="¿Necesitas ayuda ahora?"
      className={cx('grid gap-2.5 rounded-tile border border-linea bg-superficie p-3', className)}
    >
      <div className="grid grid-cols-[1fr_1.35fr] gap-2.5">
        <a
          href={dial(brand.emergencyNumber)}
          className={buttonClass({ look: 'danger', className: 'min-h-16 px-3 leading-tight' })}
        >
          <Phone aria-hidden="true" className="size-5 shrink-0" />
          <span>
            Llamar al <span className="whitespace-nowrap text-lg">{brand.emergencyNumber}</span>
          </span>
        </a>
        <button
          type="button"
          onClick={() => setWriting(true)}
          className={buttonClass({
            look: 'secondary',
            className: 'min-h-16 px-3 text-[0.9375rem] leading-tight',
          })}
        >
          <MapPin aria-hidden="true" className="size-5 shrink-0" />
          <span className="text-left">Escribir a alguien con mi ubicación</span>
        </button>
      </div>
      <ul aria-label="Líneas nacionales" className="grid grid-cols-2 gap-2.5">
        {brand.helpLines.map(({ name, phone, hint }) => (
          <li key={phone}>
            <a
              href={dial(phone)}
              className="grid min-h-11 content-center rounded-control px-2 py-1 leading-tight hover:bg-jacaranda-suave"
            >
              <span className="text-[0.8125rem] text-tinta-suave">{name}</span>
              <span className="font-semibold text-jacaranda-texto text-[0.9375rem]">
                <span className="underline underline-offset-4">{phone}</span>
                {hint && `, ${hint}`}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {writing && (
        <Suspense>
          <WriteDialog onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </section>
  )
}
