"""English words for things, by kind: what a statement says of somebody, and not how it says it.

Words joined by `=` are one thing, `_` is a space, and a plural `s` may follow.
"""

THINGS = {
    "place": "london paris berlin madrid barcelona lisbon porto rome milan naples venice"
    " amsterdam brussels vienna prague budapest warsaw krakow copenhagen oslo stockholm helsinki"
    " dublin belfast edinburgh glasgow manchester leeds sheffield bristol liverpool birmingham"
    " newcastle nottingham york brighton cardiff oxford cambridge bath hull durham leicester"
    " norwich new_york=nyc=manhattan brooklyn queens boston chicago seattle portland denver"
    " boulder austin dallas houston atlanta miami orlando phoenix san_francisco=sf oakland"
    " los_angeles=la san_diego philadelphia=philly pittsburgh detroit cleveland minneapolis"
    " nashville tulsa new_orleans las_vegas=vegas toronto vancouver montreal calgary sydney"
    " melbourne brisbane perth auckland tokyo kyoto osaka seoul beijing shanghai hong_kong"
    " singapore bangkok bali mumbai delhi dubai istanbul athens cairo cape_town nairobi lagos"
    " england scotland wales ireland france germany spain portugal italy greece turkey croatia"
    " netherlands belgium switzerland austria poland sweden norway denmark finland iceland japan"
    " china korea thailand vietnam india australia new_zealand canada mexico brazil argentina"
    " peru chile patagonia egypt morocco california texas florida ohio nevada oregon colorado"
    " wisconsin michigan maine arizona alaska hawaii france the_countryside=a_village the_suburbs"
    " downtown=the_city",
    "job": "doctor=gp=physician nurse=nursing teacher=teach=teaching=teaches lawyer=solicitor"
    "=attorney=practise_law=practises_law=barrister paralegal accountant=accounting programmer"
    "=developer=dev=software_engineer=coder engineer designer analyst manager director consultant"
    " salesman=sales marketing recruiter=hr receptionist secretary assistant driver=trucker"
    "=lorry_driver chef=cook waiter=waitress barista bartender baker=bakery=bake_shop butcher"
    " cashier shop_assistant=retail courier=delivery_driver cleaner=janitor security_guard"
    " police_officer=cop=police firefighter soldier=army civil_servant journalist=reporter editor"
    " translator photographer artist=painter illustrator writer=author=novelist actor=actress"
    " singer musician=bassist=drummer producer pilot flight_attendant=cabin_crew coach"
    "=personal_trainer hairdresser=barber=stylist tailor carpenter=joiner electrician plumber"
    "=plumbing welder builder=construction architect scientist=researcher professor=lecturer"
    " librarian psychologist=therapist pharmacist dentist vet surgeon midwife paramedic=emt"
    " physio=physiotherapist social_worker carer farmer gardener=landscaper mechanic realtor"
    "=estate_agent banker trader auditor economist founder=ceo=startup freelancer=freelance"
    "=freelancing=self-employed intern=internship apprentice unemployed=out_of_work=jobless"
    " retired stay-at-home intern postdoc product_manager project_manager data_scientist florist",
    "company": "google amazon apple microsoft meta=facebook netflix tesla ibm oracle intel nvidia"
    " deloitte kpmg pwc ey mckinsey goldman nhs bbc spotify klarna siemens bosch airbus boeing"
    " ford starbucks costco walmart target ikea tesco startup hospital bank law_firm school"
    " university charity agency library museum",
    "phone": "iphone pixel samsung=galaxy oneplus nokia motorola xiaomi huawei fairphone android"
    " flip_phone",
    "computer": "macbook=mac thinkpad dell chromebook imac surface lenovo hp asus ipad kindle"
    " desktop",
    "car": "corolla=toyota=prius=camry=yaris honda=civic=accord ford=fiesta=focus tesla bmw audi"
    " mercedes volkswagen=vw=golf=polo volvo skoda hyundai=ioniq kia nissan=leaf mazda=miata"
    " subaru=outback renault=clio peugeot fiat jeep mini chevy porsche suv minivan=van truck"
    "=pickup",
    "ride": "train bus tube=metro=subway=underground tram bike=cycle=bicycle=cycling=biking"
    "=ride_my_bike drive=driving walk=walking=on_foot taxi=uber ferry scooter carpool",
    "app": "notion evernote obsidian onenote google_docs slack teams=ms_teams whatsapp telegram"
    " signal discord instagram tiktok twitter reddit spotify apple_music tidal youtube_music"
    " netflix disney hulu hbo chrome firefox safari edge vim vscode=vs_code emacs gmail outlook"
    " duolingo strava figma sketch photoshop chatgpt claude ynab todoist trello jira",
    "system": "windows linux=ubuntu=fedora=debian mac=macos android ios",
    "code": "python javascript typescript rust golang java kotlin swift ruby php haskell",
    "bank": "barclays monzo revolut hsbc chase lloyds natwest santander halifax nationwide"
    " starling wells_fargo bank_of_america amex credit_union",
    "carrier": "vodafone o2 ee giffgaff verizon t-mobile at&t",
    "instrument": "piano=pianist guitar=guitarist violin=violinist bass=bassist drum=drummer"
    " cello flute sax=saxophone trumpet ukulele harp clarinet accordion banjo harmonica keyboard"
    " trombone",
    "sport": "running=run=jog=jogging marathon=half_marathon swimming=swim tennis badminton"
    " table_tennis=ping_pong basketball football=soccer volleyball golf cricket rugby baseball"
    " hockey gym=weights=lifting=weightlifting yoga pilates boxing karate=judo=jiu-jitsu climbing"
    "=bouldering skiing=ski snowboarding surfing=surf hiking=hike cycling skating skateboarding"
    " dancing=dance=salsa=ballet rowing=kayaking sailing horse_riding crossfit spin archery"
    " fencing",
    "hobby": "painting=watercolour=watercolor drawing=sketching photography knitting=crochet"
    " sewing fishing cooking baking gardening camping singing=choir writing reading gaming"
    "=video_games board_games chess poker pottery woodworking birdwatching=birding astronomy lego"
    " puzzles journaling calligraphy candles meditation stand-up improv theatre=theater",
    "language": "english spanish=español french german italian portuguese japanese chinese"
    "=mandarin cantonese korean russian arabic hindi dutch swedish norwegian polish turkish greek"
    " sign_language welsh",
    "subject": "chemistry physics biology maths=math economics history philosophy psychology law"
    " medicine=pre-med computer_science=compsci engineering literature art business=mba"
    " nursing_school architecture politics=political_science sociology geography accounting"
    " linguistics",
    "school": "preschool=nursery kindergarten first_grade second_grade third_grade fourth_grade"
    " fifth_grade sixth_grade middle_school high_school primary=primary_school=elementary"
    " secondary college=university=uni freshman sophomore junior_year senior_year masters"
    "=master's=grad_school phd=doctorate graduated=graduate",
    "exam": "gcse a-levels sat gre gmat ielts toefl bar_exam driving_test theory_test finals",
    "pet": "dog=puppy=pup=pooch=beagle=poodle=labrador=lab=retriever=golden=collie=corgi=pug"
    "=terrier=spaniel=dachshund=husky=bulldog=greyhound=whippet cat=kitten=tabby=kitty=siamese"
    " hamster rabbit=bunny parrot=budgie tortoise=turtle goldfish guinea_pig horse=pony snake"
    " gecko=lizard ferret chickens",
    "food": "meat=beef=steak chicken fish=salmon=tuna shellfish=shrimp=prawn=crab=lobster pork"
    "=bacon=ham lamb egg cheese dairy=milk=lactose gluten=wheat=coeliac=celiac peanut nut=almond"
    "=walnut=cashew soy sesame olive mushroom tomato onion garlic coriander=cilantro broccoli"
    " aubergine=eggplant avocado banana apple mango strawberry pineapple chocolate cake ice_cream"
    " sweets=candy=sugar bread pasta pizza sushi ramen burger curry taco salad soup thai"
    "=thai_food indian=indian_food italian_food chinese_food mexican=mexican_food spicy vegan"
    " vegetarian=veggie pescatarian keto breakfast",
    "drink": "coffee=latte=espresso=cappuccino=flat_white tea=green_tea=matcha=earl_grey beer=ale"
    "=pint wine whisky=whiskey gin vodka alcohol=booze=teetotal=sober juice soda=coke=pepsi water"
    " kombucha",
    "allergen": "penicillin pollen=hay_fever dust cat dog bee_sting=bees=wasps latex iodine"
    " ibuprofen aspirin peanut shellfish",
    "illness": "asthma diabetes=diabetic migraine arthritis anxiety depression insomnia eczema"
    " psoriasis blood_pressure=hypertension cholesterol thyroid anaemia=anemia epilepsy adhd"
    " autism=autistic dyslexia vertigo tinnitus cancer stroke ibs crohn's reflux sciatica"
    " back_pain covid flu cold",
    "body": "knee wrist ankle shoulder back hip hamstring foot=toe leg arm elbow eye ear tooth"
    "=teeth",
    "medicine": "insulin inhaler statins antidepressants melatonin ibuprofen vitamin metformin"
    " painkiller antibiotics",
    "fear": "heights=high_places spiders snakes needles flying=planes=plane clowns dark thunder"
    "=fireworks dogs water crowds",
    "colour": "red orange yellow green blue purple pink white black grey=gray brown silver teal"
    " navy",
    "season": "spring summer autumn=fall winter",
    "part of day": "morning=mornings noon=lunchtime afternoon evening=evenings night=nights"
    "=overnight",
    "holiday": "christmas easter thanksgiving halloween new_year half-term spring_break",
    "status": "single=newly_single seeing_someone=dating=boyfriend=girlfriend engaged=fiancé"
    "=fiancée married=husband=wife divorced separated widowed pregnant=expecting newborn"
    "=baby_girl=baby_boy",
    "game": "xbox playstation=ps5=ps4 switch=nintendo steam minecraft fortnite zelda",
    "home thing": "sofa=couch curtains bed desk fridge washing_machine dishwasher tv=telly"
    " projector air_fryer espresso_machine record_player speakers garden balcony garage",
    "wear": "glasses=specs contacts=contact_lenses headphones=earbuds=airpods watch hat trainers",
    "hair": "long_hair short_hair=bob=pixie curly bald=shaved fringe=bangs ponytail beard blonde"
    "=blond brunette",
    "faith": "christian=church catholic muslim=mosque jewish=synagogue buddhist hindu atheist",
    "watch": "sci-fi=science_fiction romance thriller=thrillers horror comedy documentary"
    " documentaries anime fantasy crime",
    "music": "jazz rock pop metal hip-hop=rap classical techno folk country blues",
    "team": "arsenal=gooner spurs chelsea liverpool_fc man_united=man_utd man_city everton cubs"
    " yankees lakers warriors celtics red_sox knicks",
}
