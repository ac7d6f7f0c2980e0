import { type ReactNode, useId } from 'react'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { Spinner } from '../../components/feedback/Spinner.tsx'
import { Avatar } from '../../components/icons/Avatar.tsx'
import { Jacaranda } from '../../components/illustrations/Jacaranda.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { longFecha } from '../../lib/time/fechas.ts'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import { useSayFailure } from '../../lib/toast/sharedToasts.ts'
import { Codigo, WaitingForCodigo } from './Codigo.tsx'
import { nombreOf, useCodigo, useReferidos } from './referidos.ts'

const SIN_CODIGO = 'No se pudo obtener tu código de invitación.'
const SIN_LISTA = 'No se pudo cargar la lista de referidos.'

/** Her invitation code, and the friends who registered with it. */
export function Referidos() {
  const codigo = useCodigo()
  const referidos = useReferidos()
  const id = useId()
  useSayFailure(codigo.isError, SIN_CODIGO)
  useSayFailure(referidos.isError, SIN_LISTA)

  return (
    <div className="mx-casa grid max-w-2xl items-start gap-5 px-4 pt-5 pb-6 md:px-8 md:pt-10 lg:max-w-6xl lg:grid-cols-[3fr_2fr]">
      <header className="col-span-full flex items-center justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-3xl md:text-4xl">Invita y Gana</h1>
          <p className="text-tinta-suave">Comparte tu código con tus amigas y crezcan juntas.</p>
        </div>
        <Jacaranda className="w-24 shrink-0 md:w-36" />
      </header>
      <Card as="section" aria-labelledby={`${id}-codigo`} className="grid gap-3">
        <h2 id={`${id}-codigo`} className="text-xl">
          Tu código de invitación
        </h2>
        <QueryView query={codigo} errorMessage={NOT_HERE} loading={<WaitingForCodigo />} empty={SIN_CODIGO}>
          {(found) => <Codigo codigo={found} />}
        </QueryView>
        <p className="text-sm text-tinta-suave">
          Aquí nadie gana dinero ni descuentos: lo que ganas es una amiga más cerca, y nuestro agradecimiento.
          Invita solo a quien confíes. Verás el nombre de tu amiga si ella lo permite al registrarse; su
          correo, nunca. Aparece en tu lista unos días después de registrarse, para que nadie sepa el momento.
        </p>
      </Card>
      <Card as="section" aria-labelledby={`${id}-lista`} className="grid gap-3">
        <h2 id={`${id}-lista`} className="text-xl">
          Amigas que has invitado {/* The nought of the headings' letters is an «o». */}
          {referidos.data && <span className="font-sans text-[0.85em]">({referidos.data.length})</span>}
        </h2>
        <QueryView
          query={referidos}
          errorMessage={NOT_HERE}
          loading={<Waiting />}
          empty="Aún no has invitado a nadie. ¡Comparte tu código!"
        >
          {(rows) => (
            <Scrolling label="Amigas que has invitado">
              {rows.map((row, place) => (
                // Rows of friends who stay unnamed differ in nothing, and nothing of a row changes while it is shown.
                <li key={row.referido_id ?? place} className="flex items-center gap-3 py-2.5">
                  <Avatar className="size-10" />
                  <span className="grid min-w-0">
                    <span className="font-semibold wrap-anywhere">{nombreOf(row)}</span>
                    <span className="text-sm text-tinta-suave">{longFecha(new Date(row.creado_en))}</span>
                  </span>
                </li>
              ))}
            </Scrolling>
          )}
        </QueryView>
      </Card>
    </div>
  )
}

/** About 15rem of rows, the others by scrolling; focusable, so that the keyboard reaches them too. */
function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
    <section aria-label={label} tabIndex={0} className="max-h-60 overflow-y-auto rounded-card">
      <ul className="divide-y divide-linea">{children}</ul>
    </section>
  )
}

function Waiting() {
  return (
    <p className="grid justify-items-center py-6 text-2xl text-jacaranda-texto">
      <Spinner label="Cargando…" />
    </p>
  )
}
