import { reloj } from '../../lib/time/reloj.ts'
import { cuandoWords, momentWords } from './cuando.ts'
import { fotoSrc } from './foto.ts'
import type { Eslabon, Hecho } from './registro.ts'

type DocumentoProps = {
  cuenta: string
  cadena: readonly Eslabon[]
  sueltos: readonly Hecho[]
  tachadas: ReadonlyMap<string, Hecho>
  nameOf: (id: string | null) => string | null
}

/** What is printed for a lawyer: every entry in its order, with its hash and the service's time, and how that is verified. */
export function Documento({ cuenta, cadena, sueltos, tachadas, nameOf }: DocumentoProps) {
  return (
    <div className="hidden gap-4 p-4 print:grid">
      <header className="grid gap-1">
        <h1 className="text-2xl">Registro de hechos</h1>
        <p>
          Impreso el {momentWords(new Date().toISOString())}. Cuenta {cuenta}.
        </p>
      </header>
      <section className="grid gap-1">
        <h2 className="text-lg">Cómo se comprueba</h2>
        <p>
          La huella de cada nota es el SHA-256 de sus palabras, su día, su foto, el SHA-256 de su sonido y la
          huella y la hora de la nota anterior, de modo que cambiar, quitar o mover una cambia todas las que
          siguen. El servicio guardó cada huella en el momento que dice el sello, sin poder leer la nota, y no
          la cambia ni la borra. Con el archivo de prueba (.json) cualquiera puede calcular las huellas de
          nuevo y compararlas con estas y con las del servicio.
        </p>
      </section>
      <ol className="grid gap-4">
        {cadena.map(({ numero, huella, sellado, hecho }) => (
          <li key={numero} className="grid gap-1 border-linea border-t pt-3">
            <h3 className="font-sans font-semibold">
              {numero}. {hecho ? cuandoWords(hecho.cuando) : 'Nota que no está en este dispositivo'}
            </h3>
            {hecho && <Palabras hecho={hecho} tachada={tachadas.get(hecho.id)} nameOf={nameOf} />}
            <p className="text-xs wrap-anywhere">
              Sello del servicio: {sellado} (UTC). Huella: <span className="font-mono">{huella}</span>
            </p>
          </li>
        ))}
        {sueltos.map((hecho) => (
          <li key={hecho.id} className="grid gap-1 border-linea border-t pt-3">
            <h3 className="font-sans font-semibold">Sin sello todavía. {cuandoWords(hecho.cuando)}</h3>
            <Palabras hecho={hecho} tachada={tachadas.get(hecho.id)} nameOf={nameOf} />
          </li>
        ))}
      </ol>
    </div>
  )
}

type PalabrasProps = { hecho: Hecho; tachada: Hecho | undefined; nameOf: DocumentoProps['nameOf'] }

function Palabras({ hecho, tachada, nameOf }: PalabrasProps) {
  return (
    <>
      {hecho.corrige && (
        <p>
          {hecho.tacha ? 'Tacha' : 'Corrige'} {nameOf(hecho.corrige)}.
        </p>
      )}
      {tachada && (
        <p>
          Tachada por {nameOf(tachada.id)}, el {momentWords(tachada.escrito)} según su dispositivo.
        </p>
      )}
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {tachada ? <s className="line-through">{hecho.texto}</s> : hecho.texto}
      </p>
      {hecho.foto && <img src={fotoSrc(hecho.foto)} alt="" className="max-h-96 max-w-full" />}
      {hecho.sonido && (
        <p className="text-xs wrap-anywhere">
          Sonido de {reloj(hecho.sonido.segundos)}, en el archivo de prueba. SHA-256:{' '}
          <span className="font-mono">{hecho.sonido.sha256}</span>
        </p>
      )}
      <p className="text-xs">Escrita el {momentWords(hecho.escrito)} según su dispositivo.</p>
    </>
  )
}
