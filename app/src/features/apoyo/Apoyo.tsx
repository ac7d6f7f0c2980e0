import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button/Button.tsx'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { ListSkeleton } from '../../components/feedback/Skeleton.tsx'
import { useFailure, useSayOnce } from '../../components/feedback/useFailure.ts'
import { Booklets } from '../../components/help/Booklets.tsx'
import { BelowFirst } from '../../components/layout/BelowFirst.tsx'
import { PageTitle } from '../../components/layout/PageTitle.tsx'
import { useOnline } from '../../lib/device/online.ts'
import { numerosOf, useNumeros } from '../../lib/emergencia/emergencia.ts'
import { useSession } from '../../lib/session/session.tsx'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import { Administracion } from './Administracion.tsx'
import { useAsociaciones } from './asociaciones.ts'
import { CopyNotice } from './CopyNotice.tsx'
import { Directorio } from './Directorio.tsx'
import { EmergencyBar } from './EmergencyBar.tsx'
import { useLugar } from './lugar.ts'
import { lugarShowing } from './lugares.ts'
import { ReportAsociacion } from './ReportAsociacion.tsx'
import { useReportes } from './reportes.ts'
import { type Sobre, SugerenciaDialog } from './SugerenciaDialog.tsx'
import * as toasts from './toasts.ts'

/** Help lines, associations and shelters near her. */
export function Apoyo() {
  const edits = useSession().has('editora')
  const { lugar, chooseLugar, showLugar } = useLugar()
  const query = useAsociaciones()
  const numeros = useNumeros()
  const { data: reportes = [] } = useReportes()
  const reportadas = new Set(reportes.map(({ asociacion_id }) => asociacion_id))
  const online = useOnline()
  const [sobre, setSobre] = useState<Sobre>(null)
  const failure = useFailure(query)
  useSayOnce(query.data === undefined && failure !== null, toasts.loadFailed)

  return (
    <div className="@container mx-casa grid max-w-xl gap-4 px-4 md:max-w-6xl md:gap-5 md:px-8 md:pt-8">
      <EmergencyBar de={numerosOf(lugar.pais)} />
      <header className="grid gap-1">
        <PageTitle>Apoyo y refugios</PageTitle>
        <p className="text-[0.9375rem] text-tinta-suave md:text-base">
          Líneas y asociaciones que escuchan. Llamar no te obliga a nada.
        </p>
      </header>
      {query.data && (query.error || !online) && (
        <CopyNotice
          at={query.dataUpdatedAt}
          online={online}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      <QueryView
        query={query}
        errorMessage={NOT_HERE}
        loading={<ListSkeleton rows={8} />}
        // The filters stay where nothing is found: it is they who say so.
        isEmpty={() => false}
        empty=""
      >
        {(asociaciones) =>
          edits ? (
            <Administracion
              asociaciones={asociaciones}
              reportes={reportes}
              numeros={numeros}
              onSaved={(donde) => showLugar(lugarShowing(donde, lugar))}
            >
              {(actions) => (
                <Directorio
                  asociaciones={asociaciones}
                  lugar={lugar}
                  onLugar={chooseLugar}
                  actions={actions}
                  whole
                />
              )}
            </Administracion>
          ) : (
            <Directorio
              asociaciones={asociaciones}
              lugar={lugar}
              onLugar={chooseLugar}
              actions={(asociacion) => (
                <div className="flex flex-wrap gap-x-6">
                  {asociacion.telefono && (
                    <ReportAsociacion asociacion={asociacion} reportada={reportadas.has(asociacion.id)} />
                  )}
                  <SuggestButton
                    label={`Sugerir un cambio: ${asociacion.nombre}`}
                    onClick={() => setSobre(asociacion)}
                  >
                    Sugerir un cambio
                  </SuggestButton>
                </div>
              )}
            />
          )
        }
      </QueryView>
      <BelowFirst>
        {!edits && (
          <p className="flex flex-wrap items-center gap-x-3 text-tinta-suave">
            ¿Conoces una línea o una casa que falta aquí?
            <SuggestButton onClick={() => setSobre('nueva')}>Sugerir una ayuda</SuggestButton>
          </p>
        )}
        <Booklets open />
      </BelowFirst>
      <SugerenciaDialog sobre={sobre} onClose={() => setSobre(null)} />
    </div>
  )
}

type SuggestProps = { label?: string; onClick: () => void; children: string }

function SuggestButton({ label, onClick, children }: SuggestProps) {
  return (
    <Button
      look="quiet"
      icon={<MessageSquareText aria-hidden="true" className="size-4 shrink-0" />}
      aria-label={label}
      onClick={onClick}
      className="-mx-3 -my-1.5 px-3 font-medium text-sm"
    >
      {children}
    </Button>
  )
}
