"""Word classes of how things are said, by which what does not last is told apart."""

from collections.abc import Mapping

TALK: Mapping[str, str] = {
    # What does not last.
    "moment": """gone_cold can't_find cant_find feel_like craving head_hurts hurts killing_me
        up_late still_up tired sleepy exhausted knackered shattered yawning hungry starving
        thirsty bored cold freezing sweating stuffed grumpy cranky meh ugh nap asap brb
        gtg afk hang_on hold_on ringing we're_back i'm_back melting traffic snack battery charger
        wifi door stuck buffering lagging kettle minute sec need_a right_now just_now today
        morning hungover hangover headache sneezing bedtime monday_again long_day long_week emo
        queue loading shower dishes laundry doorbell parcel delivery chilly nippy innit boiling
        想吃 想喝 排队 搬砖 困 困死 饿 饿死 累 累死 渴 无聊 烦 烦死 热死 冷死 冻死 堵车 堵 外卖
        快递 电梯 打哈欠 犯困 眯 一会 一会儿 等会 等会儿 待会 待会儿 一下 想想 琢磨 门铃 敲门
        开门 信号 掉线 断线 网不好 收衣服 吃完饭 吃饱 不想动 不想上班 不想起床 马上 稍等
        等等 等我 先去 先吃 刚到 到家 下班 起床 洗澡 睡 睡了 今天 现在 刚才 网卡 卡了 没电 充电
        洗手间 厕所 点个 撑 撑死 心累 摸鱼 头疼 嗓子 泡了 喝口水 上厕所 下楼 取快递 拿外卖 刚下
        快到 马上到 电量 洗碗""",
    "weather": """weather rain raining rainy sunny sunshine sun snow snowing storm stormy windy
        wind cloudy fog foggy humid drizzle heatwave sunset forecast grim degrees moonlight
        breeze
        下雨 雨 下雪 雪 太阳 出太阳 天气 刮风 大风 雾霾 闷热 降温 升温 晴 阴天 晚霞 天气预报 放晴
        月色 月亮 夕阳 夜景""",
    "praise": """awesome amazing great good nice cool wonderful fantastic beautiful lovely
        gorgeous stunning incredible impressive inspiring adorable cute sweet perfect excellent
        brilliant proud congrats congratulations glad happy fun kind wow woah aww haha yay yeah
        yes yep sure totally absolutely definitely agree agreed exactly nope nah whoa oof woohoo
        well anyway gotcha yup indeed true hmm oh ah right sounds looks 6 666
        厉害 真棒 棒 太好 不错 漂亮 好看 可爱 恭喜 赞 点赞 牛 牛逼 好样 有道理 没错 对 是啊 可以
        绝了 有意思 挺好 聪明 太强 强 逗 好玩 好笑 会聊天 不愧 点个赞 服了 佩服 优秀 知道了 了解
        明白了 没问题 可以的 行 中 好吃""",
    "feel": """thrilled stoked nervous scared worried anxious sad upset angry frustrated
        disappointed relieved lucky blessed grateful thankful proud pumped overwhelmed happy glad
        lonely calm relaxed amazed determined confident hopeful emotional heartwarming rewarding
        tough hard fulfilling
        开心 高兴 难过 伤心 激动 紧张 担心 焦虑 害怕 感动 幸福 孤独 郁闷 委屈 生气 期待 舒服 后悔
        慌 没底 空落落 爽""",
    "cheer": """keep_it_up way_to_go good_luck you_got_this good_for_you can't_wait let_me_know
        i'm_here_for here_for_you no_worries no_problem sounds_like looks_like sounds_great
        good_job well_done great_job nice_job keep_going keep_up hang_in_there take_care have_fun
        believe_in so_proud proud_of i'm_sure i_bet must_be must_have it's_great that's_great
        that's_awesome that's_amazing that's_so so_cool so_glad glad_you glad_to thanks_for
        thank_you you're_so you're_doing for_sure of_course i_agree totally_agree my_pleasure
        talk_to_you talk_soon see_you nice_to_hear good_to_see good_to_hear great_to_hear
        hope_you fair_enough makes_sense got_it sounds_good mate pal buddy bro dude have_a_good
        have_a_nice have_a_great good_one
        说得对 就这么办 那就这样 就这样 就这么定 加油 祝 祝你 恭喜 没事的 会好的 支持你 相信你
        好样的 保重 注意身体 随时 不用谢 辛苦了 早点休息 早点睡 好好休息""",
    "vague": """thing things stuff something anything everything someone people everyone way lot
        lots time times moment moments life world feel feels feeling feelings important
        importance support supportive journey passion strength courage hope positive difference
        power inspire inspired motivated motivation motivate grateful thankful appreciate
        meaningful special value matters means mean words experience experiences challenges
        challenge growth community believe remember reminder keep know think guess reminds joy
        happiness peace worth
        东西 事情 事儿 感觉 觉得 知道 人生 生活 意义 重要 可能 应该 大家 别人""",
    "thanks": """thanks thank thx ty cheers appreciated welcome sorry please pls hello hi hey
        hiya yo bye goodbye night goodnight evening sunshine okay ok alright happy_friday
        happy_monday happy_weekend happy_new_year happy_holidays merry_christmas
        谢谢 多谢 感谢 谢啦 谢了 辛苦 辛苦了 不客气 抱歉 对不起 不好意思 你好 您好 嗨 哈喽 早安
        晚安 早上好 晚上好 下午好 中午好 拜拜 再见 回见 明天见 回头见 在吗 在不在 好的 好吧 行吧
        嗯 嗯嗯 哦 噢 呵呵 好嘞 收到 明白 懂了 新年快乐 节日快乐 周末愉快 周末快乐""",
    "hello": """hello hi hey hiya yo morning long_time_no_see long_time_no_talk how_are_you
        how_have_you how's_it_going happy_friday happy_monday happy_weekend happy_new_year
        happy_holidays merry_christmas
        你好 您好 嗨 哈喽 早安 早上好 晚上好 下午好 中午好 在吗 好久不见 新年快乐 节日快乐
        周末愉快 周末快乐""",
    "laugh": """lol lmao rofl lmfao hahahaha heh xd haha hahaha hehe
        哈哈 哈哈哈 哈哈哈哈 笑死 笑死我 笑死我了 笑不活 笑不活了 笑疯 笑喷 乐死 嘿嘿 嘻嘻 我靠
        我的天 天哪 天呐 我太难了 我太难 我服了 我晕 我滴妈 好家伙 绝绝子 救命 离谱""",
    # What is wanted.
    "ask": """what what's whats who who's whose whom which where where's when why how how's hows
        how'd what're wherever
        什么 啥 谁 哪 哪里 哪儿 哪个 哪种 哪些 怎么 怎么样 怎样 咋 咋办 咋样 如何 多少 几点 几个
        几号 多久 多大 多高 多远 多长 为什么 为啥 为何 干嘛 干吗 吗 是不是 会不会 能不能 要不要
        有没有 行不行 好不好 可不可以 该不该 对不对 能否 是否 难道 么""",
    "aux": """is are am was were do does did can could would will should shall may might has have
        isn't aren't don't doesn't can't won't wouldn't shouldn't any anyone anybody
       """,
    "order": """finish complete act act_as write rewrite make show give tell explain translate
        summarize summarise list find check help please create generate draft suggest recommend
        compare convert calculate describe define fix debug name sing read search look fetch
        proofread edit shorten expand simplify continue add remove change replace format sort
        count solve pick choose rank compute turn put use let's lets let settle go stop try
        brainstorm outline plan_me code implement print repeat ignore forget_it never_mind
        send_me open play set remind_me wake roast rate guess quiz teach write_me tell_me give_me
        show_me help_me rephrase reword paraphrase polish improve review
        帮 帮我 帮忙 请 麻烦 写 写个 写一 给我 翻译 翻成 推荐 讲 讲个 说说 解释 列 列出 查 查一下
        查查 告诉我 算 算一下 看看 改 改成 改短 润色 总结 概括 生成 画 画个 起个 取个 想个 编
        编个 来个 来一 来点 来首 讲讲 介绍 举 举个 对比 比较 分析 整理 检查 续写 扩写 缩写 教我
        陪我 随便说 换个 再来 说点 说个 讲点 唱个 唱首 换一个 再短 再长 短一点 长一点 短点 长点
        来玩 玩个 来一局 接龙 再改 再写 再讲 把这 把下面 把上面 接着 继续 重写 唱 改写 仿写 出个
        猜 出题""",
    "can_you": """can_you could_you would_you will_you can_u could_u would_you_mind i_need_you_to
        i_want_you_to i'd_like_you_to are_you_able do_you
        你能 你可以 能帮 可以帮 能不能帮 能给 可以给 麻烦你 你帮 你给""",
    "fiction": """identity persona story poem haiku limerick script screenplay dialogue novel
        role_play roleplay role-play fanfic song_about lyrics_about sketch essay caption slogan
        email_from
        身份 故事 小说 剧本 诗 首诗 对话 台词 文案 段子 作文 角色扮演 扮演 歌词 童话 情书 朋友圈""",
    "keep_mind": """remind_me don't_let_me_forget dont_let_me_forget don't_forget keep_in_mind
        make_a_note note_that for_the_record fyi just_so_you_know remember_that so_you_know
        for_future_reference by_the_way btw you_should_know
        提醒我 记得提醒 记住 记着 记一下 记下 别忘了 备注 跟你说 告诉你 跟你汇报 跟你讲 说一声
        帮我记 记得 话说 顺便说""",
    "from_now": """from_now_on in_future in_the_future going_forward from_here_on from_today
        every_time_you whenever_you next_time_you always never
        以后 往后 今后 从现在起 从今以后 从今往后 下次 每次 平时 每当""",
    "cease": """no_more stop_asking stop_adding don't_use dont_use don't_say don't_call
        别老 别总 不要总 不要老 别动不动 少用 别用 别给我 别再 不要再 不要用 别说 别 不要""",
    "address": """talk_to_me speak_to_me reply_in answer_in reply_to_me answer_me write_to_me
        address_me explain_things with_me
        回答我 回复我 回我 跟我说话 跟我聊天 和我说话 和我聊天 跟我讲 对我说 我问你 我问的时候
        别给我 给我讲""",
    "call_me": """stop_saying stop_calling stop_using call_me address_me_as when_you_write
        when_you_reply when_you_answer when_you_talk when_you_explain if_i_ask when_i_ask
        叫我 称呼我 喊我 管我叫""",
    "answering": """reply replies answer answers response responses respond tone style emoji
        emojis bullet bullets markdown jargon sentences lines paragraphs concise brief formal
        exclamation exclamations metric celsius spelling english chinese language units
        照这个 照这样 都照 回答 回复 语气 表情 表情包 列点 术语 简短 简单点 啰嗦 客套 中文 英文
        繁体 繁体字 简体""",
    # What is not so.
    "if": "if unless provided_that 如果 要是 如果说 若 倘若 只要是 假使 的话",
    "unreal": """your_move your_turn money_was_no_object what_if imagine suppose supposing
        pretend let's_say lets_say hypothetically hypothetical in_another_life in_a_past_life
        parallel_universe alternate_universe if_only say_i say_you say_we say_somebody
        say_someone say_a had_i were_i if_i_were if_i_was if_i_had if_i_could if_i_won if_we_were
        if_you_were if_you_could if_you_had role_play roleplay role-play would_you_rather
        make_believe assume assuming i_wish_i wouldn't_it_be wouldn't_that_be picture_this
        in_my_next_life next_life in_a_perfect_world in_an_ideal_world if_i_ever had_we were_we
        should_i_ever thought_experiment in_a_world_where for_the_sake_of let's_suppose
        let's_imagine if_you_had_to had_a_dream i_dreamt i_dreamed dreamt in_my_dream picture_me
        you_be_the version_of_me character_sheet my_backstory
        for_this_exercise for_the_exercise for_practice in_my_story in_my_novel in_my_game
        for_the_example say_my in_this_scenario in_this_scene just_as_an_example as_an_example
        该你了 到你了 轮到你 假定 如果有 不差钱 假如 假设 假使 如果我能 要是我能 如果我会
        要是我会 如果我有 要是我有 我要是有 我要是会 如果给我 万一 倘若 想象 想象一下 设想 比方说
        比如说我 下辈子 来世 来生 上辈子 角色扮演 扮演 穿越 穿越到 要是能 要是我是 如果我是
        如果你是 如果能 如果有一天 要是有一天 平行宇宙 平行世界 中了彩票 中彩票 中了大奖
        中了五百万 假装 换作 换成你 若是我 我要是能 要我是 我若 打个比方 打比方 举个例子 假想
        试想 如若 如果让我 要是让我 换我 换做 有朝一日 梦见 梦到 梦里 我演 你演 你来演 我扮 你扮
        你来当 你来扮""",
    "unless_for": """if_it_weren't_for if_not_for if_it_wasn't_for
        要不是 若不是 要不是因为 要是没 当年没 当初没""",
    "would": """would wouldn't i'd we'd you'd he'd she'd they'd would've could've should've
        might_have
        就好了 该多好 多好啊 多好 就好""",
    # What others say.
    "media": """chapter favorite_line favourite_line scene diary email emails review reviews
        study studies expert experts scientists researchers website blog survey label leaflet
        brochure column tweet tweets post meme novel book narrator character movie film show
        series song lyric lyrics episode podcast ad advert billboard mug t-shirt tshirt sign
        poster headline article horoscope fortune fortune_cookie quote proverb interview actor
        actress singer comedian influencer youtuber tiktok reddit thread caption slogan sticker
        bumper_sticker documentary poem author villain hero protagonist trailer magazine
        newspaper news radio quiz graffiti inscription plaque speech verse T恤
        书里 歌里 歌词 电影里 电影 电视剧 电视剧里 剧里 综艺 综艺里 小说里 小说 主角 男主 女主
        台词 微博 朋友圈 抖音 弹幕 评论区 热搜 新闻 新闻里 广告 海报 标语 横幅 段子 网上 帖子
        博主 主播 明星 歌手 演员 作者 诗人 课文 课文里 古诗 诗里 名言 谚语 俗话 老话 签 算命 星座
        占卜 那句怎么说 怎么说来着 怎么唱来着 专家 网友 研究 研究人员 科学家 传单 纸条 说明书
        公众号 视频里 采访 采访里 书上 漫画 动漫 番 相声 小品 梗 贴纸 写的 唱的""",
    "stranger": """apparently supposedly
        some_guy some_woman some_man some_lady some_kid some_dude this_guy this_woman
        this_man this_lady a_guy a_woman a_man a_lady a_stranger stranger someone somebody
        they_say people_say random_guy guy_on woman_on man_on kid_in guy_in woman_in man_in
        guy_at woman_at
        有人 有个人 路人 隔壁桌 前面那 那男的 那女的 旁边那 一个大妈 一个大爷 一个小伙 一个女的
        一个男的 地铁上 电梯里 公交上 排队 网上 群里 大妈 大爷 听说 据说 传说 人家说 前面的 后面的
        邻座""",
    "say": """put_it saying put_it_this_way claims claim reckons reckon argues swears began_with
        begins_with opens_with ends_with suggests says say said goes told telling yelled
        shouted screamed sang sings wrote writes reads quoting quoted printed according announced
        claimed captioned mentions
        最爱说 常说 爱说 那句怎么说 怎么说来着 怎么唱来着 说 讲 喊 写 写着 唱 道 念 问 回 吼 叫
        印着 贴着 原话 开头 那句 这句 一句 来了句 配文 口头禅 念叨 声称 表示 签名 座右铭""",
    # Words that would otherwise be read as one of their parts, and those that only colour others.
    "none": """asked_if asked_whether asked_me_if asked_me_whether wondered_if wonders_if
        can_you_imagine you_know_what sort_of let_me_see
        if_you_can if_possible if_you_could if_that's_ok if_you_like as_if as_though
        phone_calls phone_call so_much so_many as_well of_course at_least at_last in_fact
        guess_what check_out right_away day_to_day can_imagine could_imagine only_imagine
        it's_giving_me it's_giving_us it's_giving_him it's_giving_her it's_giving_them
        lord_of_the_rings lord_of_the_flies got_me_into got_me_hooked got_me_thinking got_me_out
        imagine_my kidding_aside no_kidding not_kidding
        如果可以 如果可以的话 如果方便 如果方便的话 因为 但是 可是 所以 但 这么 那么 多么 然后
        后面 所有 只有 有点 有点儿 有些 可爱 年轻 对了 牛奶 牛肉 编程 算了 车站 飞机 列车 病毒
        没什么 没啥 不怎么 学会 对面 对方 对于 下面 上面 时候 什么时候都 什么都 啥都 怎么都 哪都
        谁都 怎么也 号码 后果 年纪 半天 写字楼 讲究 问题 回家 回去 回来 叫做 道理 做梦 当然 当中
        干净 干脆 能干 说明 小说家 写作 不过 不仅 不管 不如 不但 不同 不少 不知不觉 差不多 要不
        不一样 别的 特别 分别 没事 没关系 有关 有关系 有用 有意思 有道理 无所谓 一般般 爱情 可怕
        哪怕 恐怕 飞快 考虑 参考 房间 药店 病人 雨伞 雪糕 睡觉 签名 改天 查看 画画 画家 唱歌 叫
        难过 通过 经过 过程 过来 过去 超过 除了 为了 得了 了解 受了 完了 值得 懂得 晓得 舍得 显得
        免得 省得 难得 取得 获得 赢得 使得
        主要 主要是 考试 考完试 考完 说真的 说实话 说实在的 说句公道话 说句实话 说句心里话 说白了
        说起来 说到底 说不定 你说 本来说 原来说 不是说 我说 算是 算下来""",
    "particle": """啊 呀 吧 呢 嘛 啦 哦 哈 的 了 真 太 很 好 挺 还 都 就 也 再 又 给 这 那 个 一
        会 能 得 着 哇 呗 哎 诶 喔 耶 噢 咯 嘞 先 这样 那样 那就 吗 极了 死了 起来 上来 出来
        下去""",
}

COMMON = """
    a an the and or but so as at by for from in into of off on onto out over to up with about
    after before between through during against under above down than then there here this that
    these those it its it's that's there's here's he's she's let's what's who's which who whom
    whose be being been am is are was were do does did doing done can could may might must shall
    should would will very really quite pretty super much many more most some any all both each
    few other another such own same only even still yet again ever never always also too well now
    when while where why how because if unless though although until till like got get gets
    getting go goes going gone come comes coming came take takes taking took taken see sees seeing
    saw seen look looking looks looked let make makes making made want wants wanted wanting need
    needs needed try trying tried help helps helped helping helpful use uses used using put puts
    gotta gonna wanna one two three first second third last next anyway actually honestly
    basically literally maybe perhaps probably possibly bit kinda sorta able back away around
    along across together apart long short big huge little small tiny old young new best better
    bad worse worst hard easy tough simple simply day days week weeks month months year years
    today tonight tomorrow yesterday morning afternoon evening night time times moment hear heard
    hearing seem seems seemed talk talking talked tell telling told say says saying said ask asked
    asking answer know knows knew known knowing think thinks thinking thought feel feels feeling
    felt find finds finding found give gives giving gave given keep keeps keeping kept stay stays
    staying stayed start starts starting started stop stops end ends ended begin show shows
    showing showed share sharing shared bring brings bringing brought call calls called turn turns
    turned run work works working worked play change changes changed grow growing grown learn
    learning learned lead leads reach reaching set sets setting hold holds pick happen happens
    happened happening mean means meant believe remember forget guess hope hoping hoped wish love
    loved loves loving liked likes enjoy enjoyed enjoying glad happy sad sorry proud excited
    exciting fun funny nice good great awesome amazing wonderful fantastic incredible lovely
    beautiful gorgeous stunning cute sweet cool perfect special important real true right wrong
    sure okay fine ready busy free full whole main different similar certain possible positive
    negative strong weak deep high low early late soon later once often sometimes usually already
    almost enough nearly especially exactly totally absolutely definitely completely truly finally
    recently lately since ago just quickly slowly thing things stuff something anything everything
    nothing someone anyone everyone everybody nobody people person folks guy guys man men woman
    women others self yourself myself themselves ourselves life lives living world place places
    way ways part parts lot lots kind kinds sort type idea ideas thoughts point reason reasons
    question questions problem problems issue issues case fact word words story stories name
    number side top line level sense mind heart head hand hands eye eyes face body voice
    experience experiences memory memories support supporting supportive supported journey passion
    passionate strength courage power powerful energy effort efforts success successful progress
    growth goal goals dream dreams challenge challenges challenging opportunity opportunities
    chance difference impact inspiration inspire inspired inspiring inspires motivation motivate
    motivated motivating encouragement encourage encouraging encouraged determination determined
    dedication dedicated appreciate appreciated appreciation grateful thankful gratitude kindness
    caring care cared joy happiness peace peaceful comfort comforting hopeful meaningful meaning
    value values valuable worth matter matters mattered community connection connections connect
    connecting bond bonding express expressing expression creativity creative create creating
    created build building focus push pushing pushed follow following overcome overcoming struggle
    struggles struggling tackle handle manage facing achieve achieving achieved accomplish
    accomplishment reminder reminds remind reminded reflect relax relaxing stress stressful
    rewarding fulfilling fulfillment beauty spread spreading lift step steps forward path future
    past present plan plans planning awareness understanding understand understood acceptance
    accept accepting accepted spirit soul sounds sound photo photos picture pictures pic pics
    image check checking checked yeah yep yup nope wow woah whoa hey hello thanks thank congrats
    congratulations welcome luck lucky blessed worries doubt agree agreed advice tips suggestion
    suggestions info details friend friends family ones
"""
"""English words too common to say anything in particular."""
