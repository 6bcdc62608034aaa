import { MissingPage } from "./_ui/page/missing-page";
import { pageTitle } from "./_ui/page/page-title";
import SiteLayout from "./(site)/layout";

export const generateMetadata = pageTitle("notFound.titles.site");

export default function NotFoundPage() {
  return (
    <SiteLayout>
      <div className="flex min-h-[60dvh] flex-col">
        <MissingPage thing="site" />
      </div>
    </SiteLayout>
  );
}
