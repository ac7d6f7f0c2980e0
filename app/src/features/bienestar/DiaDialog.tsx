import { ChevronRight, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { IconButton } from '../../components/button/IconButton.tsx'
import { cx } from '../../components/cx.ts'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { brand } from '../../lib/installation/brand.ts'
import { type Fecha, longFechaWithDia } from '../../lib/time/fechas.ts'
import { Animos } from './Animos.tsx'
import type { MiAnimo } from './animo.ts'
import { AsNeededRow, DosisRow } from './Medicamentos.tsx'
import type { CitaDelDia } from './marcas.ts'
import { dosisOf, isAsNeeded } from './medicamentos.ts'
import type { MisMedicamentos } from './useMedicamentos.ts'

type DelDiaProps = {
  hoy: Fecha
  animo: MiAnimo
  medicamentos: MisMedicamentos
  escrito: ((fecha: Fecha) => 'entrada' | 'borrador' | null) | undefined
  /** Undefined while they are not known. */
  citas: readonly CitaDelDia[] | undefined
  ciclo: (fecha: Fecha) => ReactNode
}

type DiaDialogProps = DelDiaProps & { fecha: Fecha | null; onClose: () => void }

/** A day with all that it holds, and the way to add to each. A day to come has appointments and what is expected alone. */
export function DiaDialog({ fecha, onClose, ...props }: DiaDialogProps) {
  const titulo = fecha ? longFechaWithDia(fecha) : ''
  return (
    <Dialog
      open={fecha !== null}
      onClose={onClose}
      title={titulo.charAt(0).toLocaleUpperCase(brand.locale) + titulo.slice(1)}
    >
      {fecha && <Dia fecha={fecha} {...props} />}
    </Dialog>
  )
}

function Dia({
  fecha,
  hoy,
  animo,
  medicamentos,
  escrito,
  citas = [],
  ciclo,
}: DelDiaProps & { fecha: Fecha }) {
  const dichos = animo.days.get(fecha) ?? []
  const dosis = dosisOf(medicamentos.medicamentos, medicamentos.deDia, fecha)
  const asNeeded = medicamentos.medicamentos.filter(({ value }) => isAsNeeded(value))
  const entrada = escrito?.(fecha) ?? null
  return (
    <div className="grid gap-3">
      {fecha <= hoy && (
        <Animos
          level="h3"
          titulo={fecha === hoy ? '¿Cómo estás hoy?' : '¿Cómo estuviste?'}
          dicho={dichos.at(-1)?.value ?? null}
          onChoose={(one) => animo.choose(one, fecha)}
          onChange={(part) => animo.change(part, fecha)}
        />
      )}
      {fecha <= hoy && dichos.length > 0 && (
        <Parte titulo="Lo que dijiste">
          <ul className="grid">
            {dichos.map((dicho) => (
              <li key={dicho.id} className="flex items-center gap-2">
                <p className="min-w-0 flex-1">
                  {dicho.value.hora && (
                    <span className="text-tinta-suave tabular-nums">{dicho.value.hora} </span>
                  )}
                  <span className="font-semibold">{dicho.value.animo}</span>{' '}
                  <span dir="auto">
                    {[...dicho.value.motivos, dicho.value.palabra].filter(Boolean).join(', ')}
                  </span>
                </p>
                <IconButton
                  label={['Borrar', dicho.value.animo, dicho.value.hora].filter(Boolean).join(' ')}
                  icon={<Trash2 aria-hidden="true" className="size-5" />}
                  onClick={() => animo.erase(dicho)}
                />
              </li>
            ))}
          </ul>
        </Parte>
      )}
      <Parte titulo="Tu ciclo">{ciclo(fecha)}</Parte>
      {fecha <= hoy && (dosis.length > 0 || asNeeded.length > 0) && (
        <Parte titulo="Medicamentos">
          <ul className="grid *:last:border-b-0">
            {dosis.map((una) => (
              <DosisRow
                key={`${una.medicamento.id} ${una.hora}`}
                dosis={una}
                onSay={(estado) => void medicamentos.say(una, estado)}
              />
            ))}
            {asNeeded.map((medicamento) => (
              <AsNeededRow
                key={medicamento.id}
                medicamento={medicamento}
                fecha={fecha}
                isToday={fecha === hoy}
                onTaken={(una) => void medicamentos.say(una, 'tomada')}
              />
            ))}
          </ul>
        </Parte>
      )}
      <Parte titulo="Citas" below>
        {citas.length > 0 && (
          <ul className="grid gap-1.5">
            {citas.map(({ id, titulo, detalle, cuando }) => (
              <li key={id}>
                <span className="tabular-nums">{cuando}</span>{' '}
                <span dir="auto" className="font-semibold">
                  {titulo}
                </span>
                {detalle && (
                  <span dir="auto" className="block text-[0.9375rem] text-tinta-suave">
                    {detalle}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        <Ir to={`/agenda#cita/${fecha}`} icon={<Plus aria-hidden="true" className="size-5" />}>
          Agregar cita
        </Ir>
      </Parte>
      {fecha <= hoy && (
        <Parte titulo="Tu diario" below>
          {entrada && (
            <p className="text-tinta-suave">
              {entrada === 'entrada' ? 'Hay una entrada de este día.' : 'Hay un borrador sin guardar.'}
            </p>
          )}
          <Ir
            to={`/diario-emocional#${fecha}`}
            icon={
              entrada ? (
                <ChevronRight aria-hidden="true" className="size-5" />
              ) : (
                <Plus aria-hidden="true" className="size-5" />
              )
            }
          >
            {entrada ? 'Abrirla en el diario' : 'Escribir de este día'}
          </Ir>
        </Parte>
      )}
    </div>
  )
}

type ParteProps = {
  titulo: string
  /** It mostly lies below what is seen first, and is laid out only once it is near: a day may have many appointments. */
  below?: boolean
  children: ReactNode
}

function Parte({ titulo, below, children }: ParteProps) {
  const id = useId()
  return (
    <Card
      as="section"
      aria-labelledby={id}
      className={cx(
        'grid gap-3',
        below && '[contain-intrinsic-block-size:auto_8rem] [content-visibility:auto]',
      )}
    >
      <h3 id={id} className="text-lg">
        {titulo}
      </h3>
      {children}
    </Card>
  )
}

function Ir({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="flex min-h-11 items-center gap-1.5 justify-self-start font-semibold text-jacaranda-texto underline-offset-4 hover:underline"
    >
      {icon}
      {children}
    </Link>
  )
}
