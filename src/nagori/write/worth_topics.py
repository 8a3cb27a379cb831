"""Word classes of what people tell about themselves: who, when and what."""

from collections.abc import Mapping

TOPICS: Mapping[str, str] = {
    # Who is spoken of.
    "i": """i i'm im i've ive i'd i'll i'd_say i_would_say
        我 俺 本人 我自己 鄙人""",
    "we": "we we're we've we'd we'll us our ours ourselves 我们 咱 咱们 我俩 我们家 咱家 我们的",
    "my": "my me mine myself 我家 家里 我家里 我的 自家 我这",
    "me": "me us",
    "you": """you your yours you're youre you've you'd you'll u ur ya y'all yourself
        你 您 你们 你的 您的""",
    "they": """he she they him her his hers their theirs them he's she's they're he'd she'd
        they'd they've he'll she'll they'll
        他 她 他们 她们 人家 俩人 他俩 她俩""",
    "it": """it it's its that that's thats this this's these those there there's here's such what
        这 那 这个 那个 这些 那些 这里 那里 这样 那样 它 这种 那种""",
    "kin": """mom mum mama mommy mummy mother dad daddy papa father parent parents brother
        brothers sister sisters sis bro sibling siblings son sons daughter daughters kid kids
        child children baby babies toddler twins twin husband wife wife's hubby spouse partner
        fiance fiancé fiancee fiancée boyfriend girlfriend bf gf ex ex-wife ex-husband grandma
        grandpa granny gran nan nana grandmother grandfather grandad granddad grandparents
        grandson granddaughter grandkids grandchildren grandchild uncle aunt auntie aunty cousin
        cousins nephew nephews niece nieces family fam in-laws father_in_law mother_in_law
        son_in_law daughter_in_law brother_in_law sister_in_law mother-in-law father-in-law
        son-in-law daughter-in-law brother-in-law sister-in-law stepdad stepmom stepson
        stepdaughter stepfather stepmother godmother godson goddaughter lola lolo abuela abuelo
        youngest eldest firstborn newborn folks relatives orphan widow widower widowed
        half-brother half-sister
        妈妈 爸爸 妈 爸 母亲 父亲 爸妈 父母 老爸 老妈 爹 娘 老爹 老娘 哥哥 弟弟 姐姐 妹妹 哥 弟
        姐 妹 兄弟 姐妹 儿子 女儿 闺女 娃 孩子 宝宝 宝贝 老大 老二 大宝 二宝 老公 老婆 丈夫 妻子
        媳妇 爱人 对象 男朋友 女朋友 男友 女友 前任 前夫 前妻 未婚夫 未婚妻 爷爷 奶奶 姥姥 姥爷
        外公 外婆 孙子 孙女 外孙 外孙女 叔叔 叔 伯伯 舅舅 舅 姑姑 姑妈 姨 阿姨 小姨 大姨 表哥
        表弟 表姐 表妹 堂哥 堂弟 堂姐 堂妹 侄子 侄女 外甥 外甥女 公公 婆婆 岳父 岳母 丈母娘 嫂子
        姐夫 妹夫 弟媳 家人 独生子 独生女 双胞胎 龙凤胎 继父 继母 后妈 后爸 干妈 家里人 亲戚 娃娃
        小孩 大伯 二伯 大姑 婶婶 伯父 伯母 老伴 我奶 我爷 我姥""",
    "friend": """friend friends buddy pal bestie roommate roommates housemate flatmate flatmates
        neighbor neighbour neighbors neighbours colleague colleagues coworker coworkers co-worker
        boss manager mate mates classmate classmates teammate teammates teacher mentor mentors
        coach landlord landlady tenant supervisor professor therapist doctor gp dentist vet nurse
        surgeon consultant midwife physio specialist lawyer
        朋友 闺蜜 哥们 哥们儿 发小 室友 舍友 同学 同桌 同事 老板 领导 组长 主管 经理 老师 导师
        班主任 邻居 房东 租客 徒弟 师傅 师父 战友 网友 球友 搭档 合伙人 教练 医生 大夫 上司
        护士长 兽医""",
    "pet": """dog dogs puppy puppies pup pups cat cats kitten kittens kitty pet pets rabbit bunny
        hamster parrot budgie goldfish tortoise turtle pony horse horses corgi labrador poodle
        retriever spaniel terrier beagle husky chihuahua dachshund tabby ferret gecko hens
        chickens guinea_pig rescue_dog
        狗 小狗 狗狗 猫 小猫 猫咪 猫猫 柯基 金毛 泰迪 哈士奇 边牧 拉布拉多 柴犬 布偶 橘猫 英短
        美短 仓鼠 兔子 鹦鹉 乌龟 宠物 金鱼 毛孩子""",
    # When.
    "past_time": """yesterday ago last recently earlier previously lately since back_then back_in
        used_to in_the_past as_a_kid as_a_child growing_up childhood once the_other_day last_week
        last_month last_year last_night last_weekend last_summer when_i_was when_we_were already
        昨天 前天 昨晚 去年 前年 上周 上个月 上月 上个星期 上星期 上礼拜 上学期 以前 之前 从前
        当年 小时候 前几天 前阵子 早些年 那年 那时候 曾经 曾 刚刚 最近 近来 年初 前两天 前些天
        年轻时 年轻的时候 大学时 上次 当时 后来 已经 头几年 前几年 这几年 这些年 十几年 多年 从小
        至今 打小 自打 自从""",
    "future_time": """tomorrow tomorrow's tonight's tonight upcoming soon next next_week
        next_month next_year next_weekend this_weekend this_summer this_spring this_winter
        this_autumn this_fall this_month this_week this_year later_this in_a_few in_two
        by_the_end starting_in day_after
        明天 后天 大后天 明年 后年 下周 下个月 下月 下个星期 下星期 下礼拜 下学期 这周末 周末
        月底 年底 年后 年前 暑假 寒假 国庆 春节 过年 五一 端午 中秋 元旦 下半年 月初 过几天
        过两天 过阵子 今晚 晚点 下周末 这个月 这周 明早 明晚 下个 开春 入冬 秋后 国庆节 清明
        清明节 劳动节""",
    "date": """january february march april june july august september october november december
        jan feb apr jun jul aug sept sep oct nov dec monday tuesday wednesday thursday friday
        saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays fri sat
        mon tues wed thurs christmas easter thanksgiving halloween ramadan diwali eid hanukkah
        birthday anniversary spring summer autumn winter semester noon midnight weekend weekends
        o'clock am pm year years month months week weeks weekday weekdays
        周一 周二 周三 周四 周五 周六 周日 周天 星期一 星期二 星期三 星期四 星期五 星期六 星期天
        星期日 礼拜一 礼拜二 礼拜三 礼拜四 礼拜五 礼拜六 礼拜天 生日 纪念日 农历 阳历 春天 夏天
        秋天 冬天 上午 下午 凌晨 中午 早上 晚上 点半 点钟 号 月份 学期 个月 年 月 周年""",
    "habit": """always never usually often sometimes every everyday daily weekly regularly
        normally rarely hardly constantly forever whenever nightly religiously each_day every_day
        every_week most_days most_mornings each_morning twice_a once_a times_a on_weekends
        at_weekends no_matter ever_since mostly
        每天 每周 每年 每月 每个月 每次 每晚 每早 天天 总是 老是 从来 从不 一直 平时 一般 经常
        常常 习惯 习惯了 必须 从没 从来不 从来没 向来 一向 周周 年年 雷打不动 有时候 通常 只要
        顿顿 次次 一辈子 这辈子 大半辈子 长期 常年 基本 隔三差五 每逢 一到 一定要 睡前 饭后
        起床后 必 非得""",
    "number": """two three four five six seven eight nine ten eleven twelve thirteen fourteen
        fifteen sixteen twenty thirty forty fifty hundred thousand dozen twice half couple
        二 三 四 五 六 七 八 九 十 百 千 万 两 俩 几""",
    # What lasts.
    "life": """born live lives living lived moved move moving grew grow_up work works working
        worked job career study studies studying studied student major degree phd graduated
        graduate school college university retired retiring retire married divorced divorce
        engaged pregnant single widowed separated adopted hometown apartment flat house mortgage
        salary hired fired laid_off quit promoted promotion nurse engineer teacher accountant
        designer programmer developer driver chef plumber electrician freelance freelancer
        self-employed business shop company startup vegetarian vegan kosher halal christian
        muslim jewish buddhist catholic atheist citizen immigrant expat veteran army navy native
        fluent speak speaks language bilingual name's named called surname nickname age aged
        years_old turned turning exam exams licence license visa passport citizenship internship
        interview course courses class classes training apprentice apprenticeship thesis hobby
        hobbies collect collecting play plays playing volunteer volunteering member team club
        band choir marathon gym commute allotment garden owner own owns bought car bike motorbike
        left-handed right-handed colorblind colour-blind height tall weigh raised shifts shift
        night_shift night_shifts unemployed pension i人 e人
        住 住在 搬 搬到 搬家 搬去 老家 籍贯 出生 长大 工作 上班 打工 退休 失业 离职 辞职 跳槽
        入职 转行 创业 开店 做生意 当兵 退伍 结婚 离婚 离了 分手 订婚 怀孕 生了 单身 恋爱 相亲
        领证 毕业 考研 考上 考公 公务员 大学 高中 初中 小学 中专 大专 本科 硕士 博士 研究生 研一
        研二 研三 大一 大二 大三 大四 高一 高二 高三 初一 初二 初三 幼儿园 专业 学的 在读 读研
        读博 留学 签证 护照 学校 公司 单位 工厂 厂 医院 程序员 护士 司机 会计 设计师 工程师 厨师
        律师 销售 产品经理 运营 客服 快递 外卖员 保安 教书 自由职业 名字 姓 属 岁 今年 身高 体重
        血型 星座 车 房子 买房 买车 房贷 租房 租的 驾照 考试 面试 培训 上课 学习 学 练 乐队 健身
        跑步 马拉松 素食 吃素 信佛 回族 汉族 少数民族 党员 户口 定居 移民 异地 同居 借住 住校
        支教 驻 调到 调去 转到 转岗 升职 班 班主任 东北人 本地人 南方人 北方人 人氏 后 左撇子
        色盲 色弱 内向 外向 夜班 倒班 三班倒 摆摊 承包 种 养 养了 开了 盘 加盟 做 当 当了 干 进厂
        兼职 实习 接活 活儿 离异 带娃 单亲 母语 老乡""",
    "health": """hives rash ear ears hard_of_hearing
        allergic allergy allergies intolerant intolerance coeliac celiac
        diabetic diabetes insulin asthma asthmatic migraine migraines epilepsy epileptic cancer
        chemo tumor tumour surgery operation biopsy diagnosed diagnosis adhd autistic autism
        dyslexic dyslexia depression anxiety ptsd bipolar ocd insomnia arthritis disabled
        disability wheelchair deaf blind pacemaker warfarin antidepressants medication meds pills
        prescription therapy dementia alzheimer's parkinson's stroke hypertension blood_pressure
        cholesterol pregnant ivf miscarriage sober sobriety rehab smoking allergist knee wrist
        ankle hip spine chronic condition syndrome disease sclerosis injury injured scar implant
        transplant kidney thyroid eczema psoriasis lactose gluten anaemic anemic hearing_aid
        glasses contact_lenses
        耳朵 起疹子 过敏 糖尿病 高血压 低血压 哮喘 癌 肿瘤 化疗 手术 开刀 抑郁症 抑郁 焦虑症 双相
        失眠 胃病 胃炎 痛风 结节 甲状腺 心脏病 心脏 腰椎 颈椎 骨折 近视 弱视 散光 耳背 听力 残疾
        轮椅 体检 确诊 查出 查出来 住院 复查 复诊 吃药 药 病 偏头痛 鼻炎 湿疹 贫血 乳糖不耐
        乳糖不耐受 忌口 胰岛素 透析 支架 流产 试管 戒烟 戒酒 戒了 老花 白内障 帕金森 阿尔茨海默
        老年痴呆 中风 脑梗 多囊 自闭症 多动症 阅读障碍 起搏器 钢板 膝盖 半月板 脚踝 腰""",
    "like": """more_of_a not_my_thing my_thing can't_have cant_have can't_deal_with for_me_ever
        drinker makes_me don't_do like likes liked love loves loved loving hate hates hated
        prefer prefers preferred enjoy enjoys enjoyed adore adores favorite favourite favorites
        favourites fave fav fan obsessed addicted can't_stand cant_stand cannot_stand dislike
        dislikes despise into passionate rather best_thing worst_thing tastes_like no_time_for
        swear_by not_a_fan big_on partial_to sick_of allergic_to don't_eat don't_drink
        doesn't_eat doesn't_drink can't_eat cant_eat never_eat would_rather i'd_rather i'd_take
        over_any all_about nothing_beats can't_beat can't_live_without couldn't_live_without
        go-to sucker_for weakness_for guilty_pleasure big_fan
        更偏 偏向 只选 只坐 只买 只要 拐弯抹角 喜欢 最喜欢 爱 最爱 热爱 讨厌 不喜欢 受不了 恨
        爱吃 爱喝 爱听 爱看 爱玩 不爱 偏爱 迷上 痴迷 着迷 喜爱 钟爱 怕 最怕 害怕 不吃 不喝 不沾
        不碰 不能吃 不抽 只吃 只喝 只听 只看 只用 只穿 只爱 宁可 宁愿 更喜欢 偏好 特别烦 最烦
        烦别人 反感 看不惯 无法忍受 忍不了 离不开 没兴趣 感兴趣 兴趣 爱好 粉丝 粉 铁粉 上瘾 口味
        吃不惯 喝不惯 吃不了 喝不了 嗜 馋 不习惯 习惯用 不感冒 无感 不喜 不太喜欢 恐高 晕车 晕船
        社恐 洁癖 吃辣 不太能吃 能吃辣 吃甜 吃酸 吃咸 吃香菜""",
    "plan": """going_to gonna planning plan plans planned booked booking reservation appointment
        scheduled schedule signed_up sign_up registered enrolled enrolling applied applying apply
        hoping aim aiming goal goals want_to wanna intend thinking_of thinking_about looking_to
        looking_into saving_up saving_for set_to due deadline i'll we'll will won't remind
        reminder flying fly_out fly meeting wedding trip holiday vacation starting start starts
        launching opening hosting dream dreams considering wish working_on preparing training_for
        doctor's_appointment interview conference
        打算 准备 计划 要去 想去 想学 想考 想买 预约 约了 约好 报名 报了 订了 订好 定了 定好 预定
        预订 买了票 机票 车票 高铁 出差 旅行 旅游 搬家 面试 签合同 签约 开会 聚餐 聚会 婚礼 结婚
        目标 梦想 争取 申请 要考 要搬 要参加 参加 将要 即将 安排 提醒 记得 截止 截止日期 到期
        交稿 答辩 开学 开业 入职 手术 拔牙 体检 住进去 去面 飞 回老家 要做 要结 考 去读 去学 要生
        预产期 攒钱 攒够 存够 提车 交房 看房 比赛""",
    "have": """have has had got i've we've own owns owned bought adopted have_got has_got got_a
        有 没有 买 买了 有个 有一 有两 有只 有条 家里有 养了 收养 领养 捡了 提了 入手 换了""",
    "event": """went took made got started began finished won joined visited met bought tried
        received found adopted attended watched wrote baked cooked painted built moved signed
        graduated passed failed lost broke sold opened launched performed played ran hiked camped
        traveled travelled flew drove learned learnt taught volunteered donated organized
        organised hosted celebrated picked discovered created recorded published submitted
        completed applied interviewed planted read finally recently went_to got_a got_to took_my
        went_on came_back signed_up turned married divorced gave_birth quit retired hired
        promoted beat scored ended fixed renovated adopting joining starting taking visiting
        learning writing reading training
        被裁 裁了 裁员 被 出院 出院了 考上 考过 考了 拿到 拿了 拿下 去了 回了 搬到 搬了 换了 买了
        卖了 开了 做了 学了 报了 见了 见到 碰到 参加了 通过了 毕业了 入职了 离职了 辞了 辞职了
        生了 养了 写了 画了 看了 读完 跑了 拍了 完成 办了 装修 搬进 住进 住了 干了 当了 赢了 输了
        丢了 摔了 坏了 修好 分手了 结婚了 离婚了 退休了 上了 去过""",
    "activity": """game games gaming video_game movie movies film films book books novel series
        concert festival tournament competition contest match race park beach museum gallery zoo
        camping hiking hike climbing fishing sailing surfing swimming skiing snowboarding cycling
        running jogging yoga pilates boxing kickboxing karate judo dance dancing dancer ballet
        salsa painting paintings drawing sketching pottery sculpture photography knitting sewing
        quilting crochet woodworking welding gardening baking cooking recipe recipes cake cookies
        bread pizza pasta soup salad chicken chocolate ice_cream coconut vegan dessert wine beer
        tea piano guitar violin cello drums flute saxophone ukulele singing choir orchestra band
        album song songs music jazz opera theater theatre play stage poetry poem blog screenplay
        script chess puzzle puzzles lego board_game cards poker soccer football basketball
        baseball tennis golf hockey rugby cricket volleyball team coach season trip road_trip
        travel vacation cruise flight hotel mountain mountains lake river forest island city town
        village country church temple mosque shelter charity fundraiser workshop conference
        meeting event party picnic barbecue bbq dinner brunch restaurant cafe store shop studio
        farm garden flowers roses tattoo necklace ring dress shoes jacket bike motorcycle car
        truck van house apartment library school college campus office lab hospital clinic camera
        laptop console phone podcast channel
        电影 书 小说 游戏 演唱会 音乐会 音乐节 比赛 展览 博物馆 公园 海边 爬山 徒步 露营 钓鱼
        游泳 滑雪 骑行 跑步 瑜伽 健身房 跳舞 舞蹈 画画 书法 摄影 拍照 陶艺 织毛衣 做饭 烘焙 烤
        火锅 烧烤 面条 饺子 蛋糕 咖啡 茶 酒 辣 甜 海鲜 羊肉 牛肉 猪肉 香菜 钢琴 吉他 小提琴 古筝
        二胡 唱歌 乐队 围棋 象棋 麻将 桌游 足球 篮球 羽毛球 乒乓球 网球 排球 球队 旅行 自驾 山 湖
        海 岛 城市 村 镇 县 公益 志愿者 聚会 饭店 餐厅 咖啡馆 店 菜 花 菜园 相机 电脑 摩托 自行车
        电动车 老歌 粤语""",
    "past_verb": """was were had did went came got made took said saw knew thought found gave
        told felt became left kept began brought bought wrote sat stood lost met ran paid read
        led grew heard held understood let meant spent won taught caught fell drove built broke
        chose drew drank ate flew forgot froze hid hit hurt laid lent lay rode rang rose sang
        sank sent set shook shot shut slept spoke stole stuck swam threw wore woke been gone done
        taken seen given written driven flown grown known begun fought sold sought hung blew dug
        fed forgotten broken chosen spoken stolen worn woken eaten drunk fallen hidden ridden risen
        shaken swum torn thrown beaten bitten drawn frozen used_to
        了 过 完了 到了 好了 过了 掉了""",
    "not": """not never no don't dont doesn't didn't didnt isn't aren't wasn't weren't can't cant
        cannot won't wouldn't haven't hasn't hadn't without nor neither
        不 没 没有 别 未 无 不是 没法""",
    "more": """just started finally first new together also too because
        第一次 终于 开始 第一 首次 头一回 新 一起""",
    "modal": "can could should may might must 能 可以 应该 得要",
}
