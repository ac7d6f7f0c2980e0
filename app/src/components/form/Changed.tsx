type ChangedProps = {
  /** What has become of the thing that the form is about; nothing is shown while it is as it was. */
  news: 'changed' | 'gone' | null
  /** What is there now and what the form has, by the name of the field. */
  fields: readonly (readonly [label: string, now: string, mine: string])[]
}

/** Says that a form is older than what it is about, and what saving it now means. Her words stay in the form. */
export function Changed({ news, fields }: ChangedProps) {
  if (news === null) return null
  const others = fields.filter(([, now, mine]) => now !== mine)
  return (
    <div role="alert" className="grid gap-1.5 rounded-card bg-maiz-suave p-3.5 text-maiz-texto">
      {news === 'gone' ? (
        <p>
          <strong className="font-semibold">Alguien lo borró mientras lo editabas.</strong> Si guardas, se
          agrega de nuevo con lo que escribiste.
        </p>
      ) : (
        <>
          <p>
            <strong className="font-semibold">Alguien lo cambió mientras lo editabas.</strong> Si guardas,
            queda lo que escribiste tú.
          </p>
          {others.length > 0 && (
            <dl className="grid gap-1 text-sm">
              {others.map(([label, now]) => (
                <div key={label} className="wrap-anywhere">
                  <dt className="inline font-semibold">{label} ahora: </dt>
                  <dd className="inline">{now || 'vacío'}</dd>
                </div>
              ))}
            </dl>
          )}
        </>
      )}
    </div>
  )
}
