import { QueryClientProvider } from '@tanstack/react-query'
import { SafeHtml } from '../../components/content/SafeHtml.tsx'
import { cx } from '../../components/cx.ts'
import { QueryView } from '../../components/feedback/QueryView.tsx'
import { useBelowFirst } from '../../components/layout/BelowFirst.tsx'
import { queryClient } from '../../lib/api/query.ts'
import { longFecha } from '../../lib/time/fechas.ts'
import { NOT_HERE } from '../../lib/toast/notHere.ts'
import { useSayFailure } from '../../lib/toast/sharedToasts.ts'
import { NO_HAY, NO_SE_CARGARON, tellResponsible, usePolitica } from './politicas.ts'

/** Read by visitors as well, whose pages ask the service for nothing else: it brings its own provider. */
export function Legal() {
  return (
    <QueryClientProvider client={queryClient}>
      <Politica />
    </QueryClientProvider>
  )
}

/** The text: its first screen, and a frame later all of it. */
function Contenido({ html }: { html: string }) {
  const whole = useBelowFirst()
  return <SafeHtml html={html} className={cx('texto', !whole && 'texto-first')} />
}

function Politica() {
  const politica = usePolitica()
  useSayFailure(politica.isLoadingError, NO_SE_CARGARON)
  return (
    // As high as the screen from the first: the line with the number below it stays where it is, whatever comes.
    <div className="mx-casa grid min-h-dvh w-full max-w-3xl content-start gap-6 px-4 pt-5 pb-10 md:px-8 md:pt-10">
      {!politica.data && <h1 className="text-3xl md:text-4xl">Aviso legal</h1>}
      <QueryView query={politica} errorMessage={NOT_HERE} empty={NO_HAY}>
        {({ titulo, version, contenido, publicada_en }) => (
          <article className="grid gap-6">
            <header className="grid gap-2">
              <h1 className="text-3xl md:text-4xl">{titulo}</h1>
              <p className="text-tinta-suave">
                Versión {version}, publicada el{' '}
                <time dateTime={publicada_en}>{longFecha(new Date(publicada_en))}</time>
              </p>
            </header>
            <p className="rounded-card bg-hundido p-4 wrap-anywhere">{tellResponsible()}</p>
            <Contenido html={contenido} />
          </article>
        )}
      </QueryView>
    </div>
  )
}
