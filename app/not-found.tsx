import { MissingPage } from "./_ui/page/missing-page";
import { pageTitle } from "./_ui/page/page-title";
import SiteLayout from "./(site)/layout";

export const generateMetadata = pageTitle("notFound.titles.site");

/** An address that leads nowhere, in the frame of the pages for everyone: a visitor goes on from there. */
export default function NotFoundPage() {
  return (
    <SiteLayout>
      <div className="flex min-h-[60dvh] flex-col">
        <MissingPage thing="site" />
      </div>
    </SiteLayout>
  );
}
