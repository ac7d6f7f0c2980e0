/** Answers what it was asked, and what it can read of its host. */
export const createHandler = (env: (name: string) => string | undefined) => async (request: Request) =>
  Response.json(
    {
      method: request.method,
      path: new URL(request.url).pathname,
      body: await request.text(),
      authorization: request.headers.get('authorization')?.slice(0, 7),
      given: env('DAILY_API_KEY'),
      hidden: env('PATH') ?? env('SMTP_PASSWORD') ?? null,
    },
    { status: 201, headers: { 'x-of-mine': 'yes', 'access-control-allow-origin': '*' } },
  )
