import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPythonPackages } from './third-party-program-installers.ts'
import type { TestPerson, IntegrationTestContext } from './integration-test-types.ts'

const django = '5.2.19'

const folderOf = (installed: string): string => join(installed, '../django')

export async function installDjangoProject(folder: string, library: string): Promise<string> {
  await installPythonPackages(
    folderOf(folder),
    `Django==${django}`,
    'mozilla-django-oidc==5.0.2',
    'django-allauth[openid,socialaccount]==65.22.1',
    'social-auth-core==7.0.0',
    'social-auth-app-django==8.0.0',
  )
  return `${library}, Django ${django}`
}

export interface DjangoProject {
  address: string
  settings: string
  groups?: readonly string[]
  modules?: Readonly<Record<string, string>>
  paths: readonly string[]
  signIn: { path: string; method: 'get' | 'post' }
  signOutPath: string
  name: string
}

const urls = ({
  paths,
  signIn,
  signOutPath,
  name,
}: DjangoProject): string => `from django.contrib.auth.views import LogoutView
from django.http import HttpResponse, HttpResponseForbidden
from django.middleware.csrf import get_token
from django.urls import include, path


def form(request, method, action, label):
    token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">' if method == 'post' else ''
    return f'<form method="{method}" action="{action}">{token}<button>{label}</button></form>'


def home(request):
    user = request.user
    if not user.is_authenticated:
        return HttpResponse(form(request, '${signIn.method}', '${signIn.path}', 'Sign in'))
    groups = sorted(group.name for group in user.groups.all())
    if 'staff' not in groups:
        return HttpResponseForbidden(f'Only for staff, {${name}}')
    return HttpResponse(f'<p>Hello {${name}}, of {" ".join(groups)}</p>' + form(request, 'post', '${signOutPath}', 'Sign out'))


urlpatterns = [path('', home), path('logout/', LogoutView.as_view(next_page='/')), ${paths.join(', ')}]
`

/** Starts the project; its root page requires the group `staff`. */
export async function startDjangoProject(
  { folder, start }: IntegrationTestContext,
  installed: string,
  site: DjangoProject,
): Promise<void> {
  const programs = join(folderOf(installed), 'bin')
  execFileSync(join(programs, 'django-admin'), ['startproject', 'project', folder])
  appendFileSync(join(folder, 'project/settings.py'), `\n${site.settings}\n`)
  writeFileSync(join(folder, 'project/urls.py'), urls(site))
  for (const [file, text] of Object.entries(site.modules ?? {})) writeFileSync(join(folder, file), text)
  const manage = `${join(programs, 'python')} manage.py`
  const groups = (site.groups ?? []).map((name) => `Group(name='${name}').save()`)
  const makeGroups = ['from django.contrib.auth.models import Group', ...groups].join('; ')
  await start(
    [
      'bash',
      '-c',
      `${manage} migrate && ${manage} shell -c "${makeGroups}" && exec ${manage} runserver --noreload ${new URL(site.address).host}`,
    ],
    site.address,
  )
}

export async function signInToDjangoProject(address: string, ...people: readonly TestPerson[]): Promise<void> {
  for (const { page, allow } of people) {
    await page.goto(address)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await allow()
  }
}
